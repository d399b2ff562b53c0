import type { FastifyInstance } from 'fastify';
import { Refusal } from '../domain/refusal.ts';
import { sendRefusal } from './failures.ts';

const places = ['/api', '/api/*', '/playfab-functions/*', '/.well-known/*'];

/**
 * Answers requests that match no route: 405 with `Allow` where the path exists, else 404. Register it before the other
 * routes, because it collects their methods.
 */
export const notFoundRoutes = (app: FastifyInstance): void => {
  const methodsOfPath = new Map<string, Set<string>>();
  app.addHook('onRoute', ({ url, method }) => {
    const methods = methodsOfPath.get(url) ?? new Set();
    for (const one of [method].flat()) methods.add(one);
    methodsOfPath.set(url, methods);
  });
  for (const url of places) {
    app.all(url, { config: { auth: 'public' }, schema: { hide: true } }, async (request, reply) => {
      const methods = url.includes('*') ? methodsOfPath.get(request.url.split('?', 1)[0] ?? '') : undefined;
      if (methods === undefined) return sendRefusal(reply, new Refusal('NOT_FOUND'));
      reply.header('allow', [...methods].join(', '));
      return sendRefusal(reply, new Refusal('METHOD_NOT_ALLOWED'));
    });
  }
};
