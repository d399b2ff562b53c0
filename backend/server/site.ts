import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { LegalLinks } from '../../src/config/links.ts';
import {
  classroomPath,
  fallbackRoute,
  isIndexed,
  isWidgetRoute,
  queryWithout,
  type RouteName,
  routeNames,
  routes,
  secretOfRoute,
  uncarriedParameters,
} from '../../src/contracts/routes.ts';
import { unknownAddress } from '../../src/contracts/pages.ts';
import { sendRefusal } from '../api/failures.ts';
import { Refusal } from '../domain/refusal.ts';
import { type BuiltFile, keptFiles, readFiles, readVersion } from './built-files.ts';
import { etagOf, sendContent } from './content.ts';
import { type Pages, type PriceLine, readPages } from './pages.ts';
import { splitTarget } from './request-target.ts';
import type { ContentKind } from './security-headers.ts';

const contentOf = (route: RouteName): ContentKind => {
  if (secretOfRoute(route) !== undefined && !isIndexed(route)) return 'secret-page';
  return isWidgetRoute(route) ? 'widget' : 'page';
};

/** Matches the addresses of files that never change: they contain a release's version or the file's hash. */
const isLasting = /^\/(assets|elements\/(chunks|\d+\.\d+\.\d+-[0-9a-f]{8}))\//;

type Files = {
  /** A build as it was at the start: a later one into the same folder changes nothing for the pages of this process. */
  built: ReadonlyMap<string, BuiltFile>;
  /** Where everything else is read at each request. */
  root: string[];
};

const serveFiles = async (app: FastifyInstance, prefix: string, { built, root }: Files): Promise<void> => {
  await app.register(async (scope) => {
    scope.addHook('onRoute', (route) => {
      route.config = { ...route.config, content: 'file' };
    });
    const setHeaders = (reply: FastifyReply): void => {
      if (isLasting.test(reply.request.url)) reply.header('cache-control', 'public, max-age=31536000, immutable');
    };
    // The router decodes the path. `Range` is ignored, because a later build may be what is on the disk.
    scope.addHook<{ Params: { '*'?: string } }>('preHandler', async (request, reply) => {
      const file = built.get(request.params['*'] ?? '');
      if (file === undefined) return;
      setHeaders(reply);
      return sendContent(request, reply.type(file.type).header('vary', 'accept-encoding'), file);
    });
    await scope.register(fastifyStatic, {
      root,
      prefix,
      setHeaders,
      preCompressed: true,
      decorateReply: false,
      cacheControl: false,
      index: false,
      dotfiles: 'ignore',
    });
  });
};

/** The guide that the messages for partners' developers link to (elements/kit/developer-messages.ts). */
const guideFile = 'tag-and-package.md';

/** Returns the guide with the address of this portal, for pasting. */
const withOrigin = ({ type, bytes }: BuiltFile, publicUrl: string): BuiltFile => {
  const identity = Buffer.from(bytes.identity.toString().replaceAll('https://portal.example', publicUrl));
  return { type, etag: etagOf(identity), bytes: { identity } };
};

/**
 * Serves this build's files, also below its version, and those of other releases, for open pages and pinned releases.
 * All processes share the folder of other releases, so one also serves a release that was deployed after its start.
 */
const serveBuiltFiles = async (
  app: FastifyInstance,
  folder: string,
  releases: string | undefined,
  publicUrl: string,
): Promise<void> => {
  const elements = join(folder, 'elements');
  const assets = join(folder, 'site/assets');
  const kept = await keptFiles(releases);
  const version = await readVersion(elements);
  const built = new Map(await readFiles(elements));
  const guide = built.get(guideFile);
  if (guide !== undefined) built.set(guideFile, withOrigin(guide, publicUrl));
  await serveFiles(app, '/elements/', { built, root: [elements, ...kept.elements] });
  await serveFiles(app, `/elements/${version}/`, { built, root: [elements] });
  await serveFiles(app, '/assets/', { built: await readFiles(assets), root: [assets, ...kept.assets] });
};

/** Returns a page of this origin for an unknown path, never the path itself, such as `//evil.example`, nor secrets. */
export const redirectTarget = (url: string): string => {
  const { path, search } = splitTarget(url);
  // The short address of the teachers' area is a specified one.
  const fragment = /^\/schoolzone\/teacher\/?$/.test(path) ? '' : unknownAddress;
  return routes[fallbackRoute(path)].path + queryWithout(search, uncarriedParameters) + fragment;
};

const file = { config: { auth: 'public', content: 'file' } } as const;

/** An unknown file is missing, and is not redirected to a page. `.well-known` contains what programs ask for. */
const isFile = (url: string): boolean => /^\/(assets|elements|\.well-known)(\/|$)/.test(url);

const answerUnknown = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
  const isPage = (request.method === 'GET' || request.method === 'HEAD') && !isFile(request.url);
  return isPage ? reply.redirect(redirectTarget(request.url), 302) : sendRefusal(reply, new Refusal('NOT_FOUND'));
};

export type SiteOptions = {
  /** The folder that contains `site` and `elements`. */
  built: string;
  /** The folder that all processes share, with the files of the other releases. */
  keptReleases: string | undefined;
  /** Addresses of the operator's own legal pages; the sample pages redirect to them. */
  legalLinks: LegalLinks;
  /** Serves source files in development, in place of the build. */
  source?: SiteSource | undefined;
};

/** The pages, and the files that they load. */
export type SiteSource = { pages: Pages; addFiles(app: FastifyInstance): Promise<void> };

/** @throws BundleError when the build does not exist. */
const builtSite = async (built: string, keptReleases: string | undefined, publicUrl: string): Promise<SiteSource> => {
  const site = join(built, 'site');
  return {
    pages: await readPages(join(site, 'pages'), publicUrl),
    addFiles: async (app) => {
      await app.register(fastifyStatic, { root: site, serve: false, cacheControl: false });
      await serveBuiltFiles(app, built, keptReleases, publicUrl);
      app.get('/favicon.ico', file, (_request, reply) => reply.sendFile('favicon.ico'));
    },
  };
};

/** Serves the pages and elements, with this origin and price in them. @throws BundleError when they do not exist. */
export const serveSite = async (
  app: FastifyInstance,
  { built, keptReleases, legalLinks, source }: SiteOptions,
  { publicUrl, priceLine }: { publicUrl: string; priceLine: PriceLine },
): Promise<void> => {
  const { pages, addFiles } = source ?? (await builtSite(built, keptReleases, publicUrl));
  await addFiles(app);
  app.get('/robots.txt', file, (_request, reply) => reply.type('text/plain').send(robots));
  // Password managers open this address (https://w3c.github.io/webappsec-change-password-url/).
  app.get('/.well-known/change-password', { config: { auth: 'public', content: 'page' } }, (_request, reply) =>
    reply.redirect(routes.resetPassword.path, 302),
  );
  for (const name of routeNames()) {
    const { path } = routes[name];
    const config = { auth: 'public', content: contentOf(name) } as const;
    const replacement = name === 'terms' || name === 'privacy' ? legalLinks[name] : undefined;
    app.get(path, { config }, (request, reply) =>
      replacement === undefined ? pages.send(name, request, reply, priceLine) : reply.redirect(replacement, 302),
    );
    // Existing links also end with a slash (product-spec.md#2-screens-and-routes), but one page has one address.
    if (path !== routes.home.path) {
      app.get<{ Params: { id?: string } }>(`${path}/`, { config }, ({ url, params: { id } }, reply) =>
        reply.redirect((id === undefined ? path : classroomPath(id)) + splitTarget(url).search, 308),
      );
    }
  }
  app.setNotFoundHandler(answerUnknown);
};

/** Pages that must not be found send `noindex`, so robots must be allowed to read them. */
const robots = ['User-agent: *', 'Disallow: /api/', ''].join('\n');
