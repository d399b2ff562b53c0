import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { LegalLinks } from '../../src/config/legal-links.ts';
import {
  classroomPath,
  isWidgetRoute,
  pageInsteadOf,
  queryWithout,
  type RouteName,
  routeNames,
  routes,
  uncarriedParameters,
} from '../../src/contracts/routes.ts';
import { sendRefusal } from '../api/failures.ts';
import { Refusal } from '../domain/refusal.ts';
import { readPages } from './pages.ts';
import { type ServedRelease, readReleases } from './releases.ts';
import type { Content } from './security-headers.ts';
import { robotsOf, sitemapOf } from './sitemap.ts';
import { splitTarget } from './target.ts';

const secretPages: readonly RouteName[] = ['resetPassword', 'confirmation', 'classroom', 'classroomUpdate'];

const contentOf = (route: RouteName): Content => {
  if (secretPages.includes(route)) return 'secret-page';
  return isWidgetRoute(route) ? 'widget' : 'page';
};

/** Content under an address that contains its hash never changes. */
const forEver = 'public, max-age=31536000, immutable';

/** @param lasting whether everything below `prefix` is immutable; otherwise the kind of content decides the caching. */
type Files = { prefix: string; root: string | string[]; content: Content; lasting: boolean };

const serveFiles = async (app: FastifyInstance, { prefix, root, content, lasting }: Files): Promise<void> => {
  await app.register(async (scope) => {
    scope.addHook('onRoute', (route) => {
      route.config = { ...route.config, content };
    });
    const setHeaders = (reply: FastifyReply): void => {
      if (lasting) reply.header('cache-control', forEver);
    };
    const serving = { preCompressed: true, decorateReply: false, cacheControl: false, index: false } as const;
    await scope.register(fastifyStatic, { root, prefix, setHeaders, ...serving });
  });
};

/**
 * Serves the elements three times: with short caching by their plain names, immutable below a release's version, and
 * the chunks by their hashed names. Chunks of earlier releases are included, because an open page may still request
 * one.
 */
const serveElements = async (
  app: FastifyInstance,
  releases: readonly ServedRelease[],
  elements: string,
): Promise<void> => {
  const content = 'element';
  const chunks = releases.map(({ folder }) => join(folder, 'chunks'));
  await serveFiles(app, { prefix: '/elements/', root: elements, content, lasting: false });
  await serveFiles(app, { prefix: '/elements/chunks/', root: chunks, content, lasting: true });
  for (const { version, folder } of releases) {
    await serveFiles(app, { prefix: `/elements/${version}/`, root: folder, content, lasting: true });
  }
};

/**
 * Returns the target for an unknown path: one of two pages, always on this origin, with the query but without its
 * secrets. The path itself is dropped, so `//evil.example` or `/\evil.example` cannot control the target.
 */
export const addressInsteadOf = (url: string): string => {
  const { path, search } = splitTarget(url);
  return routes[pageInsteadOf(path)].path + queryWithout(search, uncarriedParameters);
};

const isFile = (url: string): boolean => /^\/(assets|elements)(\/|$)/.test(url);

const answerUnknown = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
  const isPage = (request.method === 'GET' || request.method === 'HEAD') && !isFile(request.url);
  return isPage
    ? reply.redirect(addressInsteadOf(request.url), 302)
    : // While two releases run side by side, the other process may have the chunk.
      sendRefusal(reply.header('cache-control', 'no-store'), new Refusal('NOT_FOUND'));
};

export type SiteOptions = {
  /** The folder that contains `site` and `elements`. */
  built: string;
  /** A folder of earlier elements, for partners who pinned them. */
  keptReleases: string | undefined;
  /** Addresses of the operator's own legal pages; the sample pages redirect to them. */
  legalLinks: LegalLinks;
};

/**
 * Serves the built pages and elements.
 * @param publicUrl the origin in the pages.
 * @throws BundleError when they do not exist.
 */
export const serveSite = async (
  app: FastifyInstance,
  { built, keptReleases, legalLinks }: SiteOptions,
  publicUrl: string,
): Promise<void> => {
  const site = join(built, 'site');
  const pages = await readPages(join(site, 'pages'), publicUrl);
  await app.register(fastifyStatic, { root: site, serve: false, cacheControl: false });
  const elements = join(built, 'elements');
  await serveElements(app, await readReleases(elements, keptReleases), elements);
  await serveFiles(app, { prefix: '/assets/', root: join(site, 'assets'), content: 'asset', lasting: true });
  const file = { config: { auth: 'public', content: 'asset' } } as const;
  app.get('/favicon.ico', file, (_request, reply) => reply.sendFile('favicon.ico'));
  app.get('/robots.txt', file, (_request, reply) => reply.type('text/plain').send(robotsOf(publicUrl)));
  app.get('/sitemap.xml', file, (_request, reply) => reply.type('application/xml').send(sitemapOf(publicUrl)));
  for (const name of routeNames()) {
    const { path } = routes[name];
    const config = { auth: 'public', content: contentOf(name) } as const;
    const replacement = name === 'terms' || name === 'privacy' ? legalLinks[name] : undefined;
    app.get(path, { config }, (request, reply) =>
      replacement === undefined ? pages.send(name, request, reply) : reply.redirect(replacement, 302),
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
