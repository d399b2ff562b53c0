import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
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
import { readPages } from './pages.ts';
import type { Content } from './security-headers.ts';
import { robotsOf, sitemapOf } from './sitemap.ts';
import { splitTarget } from './target.ts';

const secretPages: readonly RouteName[] = ['resetPassword', 'confirmation', 'classroom', 'classroomUpdate'];

const contentOf = (route: RouteName): Content => {
  if (secretPages.includes(route)) return 'secret-page';
  return isWidgetRoute(route) ? 'widget' : 'page';
};

/** A bundler's hash stands in the name, so what is behind it never changes. */
const hashed = /-[A-Za-z0-9_-]{8}\.[a-z0-9]+(\.map)?(\.br|\.gz)?$/;
const forEver = 'public, max-age=31536000, immutable';

const setHeaders = (reply: FastifyReply, path: string): void => {
  if (hashed.test(path)) reply.header('cache-control', forEver);
};

const serveFiles = async (app: FastifyInstance, root: string, prefix: string, content: Content): Promise<void> => {
  await app.register(async (scope) => {
    scope.addHook('onRoute', (route) => {
      route.config = { ...route.config, content };
    });
    const serving = { preCompressed: true, decorateReply: false, cacheControl: false, index: false } as const;
    await scope.register(fastifyStatic, { root, prefix, setHeaders, ...serving });
  });
};

/**
 * Where an unknown path leads: to one of two pages, always on this origin, with the query less its secrets. The path
 * itself is dropped, so `//evil.example` or `/\evil.example` has no say in it.
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
    : reply.code(404).send({ success: false, error: 'NOT_FOUND' });
};

/**
 * The built pages and elements.
 * @param built the folder that holds `site` and `elements`. @param publicUrl the origin that the pages name as theirs.
 */
export const serveSite = async (app: FastifyInstance, built: string, publicUrl: string): Promise<void> => {
  const site = join(built, 'site');
  const pages = await readPages(join(site, 'pages'), publicUrl);
  await app.register(fastifyStatic, { root: site, serve: false, cacheControl: false });
  await serveFiles(app, join(built, 'elements'), '/elements/', 'element');
  await serveFiles(app, join(site, 'assets'), '/assets/', 'asset');
  const file = { config: { auth: 'public', content: 'asset' } } as const;
  app.get('/favicon.ico', file, (_request, reply) => reply.sendFile('favicon.ico'));
  app.get('/robots.txt', file, (_request, reply) => reply.type('text/plain').send(robotsOf(publicUrl)));
  app.get('/sitemap.xml', file, (_request, reply) => reply.type('application/xml').send(sitemapOf(publicUrl)));
  for (const name of routeNames()) {
    const { path } = routes[name];
    const config = { auth: 'public', content: contentOf(name) } as const;
    app.get(path, { config }, (request, reply) => pages.send(name, request, reply));
    // Links in the world end with a slash too (spec section 2); one page has one address.
    if (path !== routes.home.path) {
      app.get<{ Params: { id?: string } }>(`${path}/`, { config }, ({ url, params: { id } }, reply) =>
        reply.redirect((id === undefined ? path : classroomPath(id)) + splitTarget(url).search, 308),
      );
    }
  }
  app.setNotFoundHandler(answerUnknown);
};
