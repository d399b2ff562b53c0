import formBody from '@fastify/formbody';
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { openApiPath } from '../../src/contracts/calls/servers.ts';
import type { Portal } from '../domain/portal.ts';
import { Refusal } from '../domain/refusal.ts';
import { accountRoutes } from './account.route.ts';
import { billingRoutes, webhookRoutes } from './billing.route.ts';
import { cancelRoutes } from './cancel.route.ts';
import { createErrorHandler, sendRefusal } from './failures.ts';
import { containsNul, requireGuards } from './guards.ts';
import { levelsRoutes } from './levels.route.ts';
import { describeApi } from './openapi.ts';
import { createOriginGuard, type OriginGuardOptions, type SignsFor } from './origins.ts';
import { schoolZoneRoutes } from './school-zone.route.ts';
import { visitRoutes } from './visits.route.ts';

const bodyLimit = 16 * 1024;

export const docsPath = '/api/docs';

/** Opens every route of Swagger UI to everyone, with a separate policy. Call it before `requireGuards`. */
const openDocs = (app: FastifyInstance): void => {
  app.addHook('onRoute', (route) => {
    if (route.url !== docsPath && !route.url.startsWith(`${docsPath}/`)) return;
    route.config = { ...route.config, auth: 'public', content: 'docs' };
  });
};

/**
 * Serves the OpenAPI document, and Swagger UI that shows it. The document is rendered once, at the first request,
 * because that takes milliseconds and everyone may request it. The page makes no calls, so no one types a key into it.
 */
const docsRoutes = async (app: FastifyInstance): Promise<void> => {
  let document: Buffer | undefined;
  app.get(openApiPath, { config: { auth: 'public' }, schema: { hide: true } }, async (_request, reply) => {
    document ??= Buffer.from(JSON.stringify(app.swagger()));
    return reply.type('application/json; charset=utf-8').send(document);
  });
  await app.register(swaggerUi, {
    routePrefix: docsPath,
    uiConfig: { layout: 'BaseLayout', supportedSubmitMethods: [] },
    theme: { title: 'API of the portal' },
  });
};

const places = ['/api', '/api/*', '/playfab-functions/*', '/.well-known/*'];

/** Answers 405 with `Allow` where the path exists, else 404. Register it first: it collects the routes' methods. */
const notFoundRoutes = (app: FastifyInstance): void => {
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

export type ApiOptions = Omit<OriginGuardOptions, 'events'> & {
  portal: Portal;
  /** The portal's origin, as the OpenAPI document names it. */
  publicUrl: string;
  /** Returns whether a result may be signed for a key, see `createSignsFor`. */
  signsFor: SignsFor;
  /** Returns whether a call would wait too long for the database. */
  isOverloaded(): boolean;
};

/**
 * Registers the APIs under `/api` and PlayFab's function route. JSON and form bodies are limited to 16 KB, those of a
 * webhook to 256 KB. Every failure has one shape. The origin guard covers `/playfab` too, including the emulator.
 * @throws when a route does not declare its guard.
 */
export const registerApi = async (app: FastifyInstance, options: ApiOptions): Promise<void> => {
  const { portal, signsFor, isOverloaded } = options;
  app.addHook('onRequest', createOriginGuard({ ...options, events: portal.events }));
  await app.register(async (api) => {
    api.setErrorHandler(createErrorHandler(portal.events));
    api.decorateRequest('playfabId', '');
    // A caller that is refused at once can try again soon; in a queue that only grows, all would wait in vain.
    api.addHook('onRequest', async (_request, reply) => {
      if (isOverloaded()) return sendRefusal(reply, new Refusal('SERVICE_UNAVAILABLE', 5));
    });
    api.addHook('onRoute', (route) => {
      route.bodyLimit ??= bodyLimit;
    });
    api.addHook('preValidation', async ({ body }) => {
      if (containsNul(body)) throw new Refusal('INVALID_PAYLOAD');
    });
    openDocs(api);
    requireGuards(api, portal);
    notFoundRoutes(api);
    await api.register(formBody, { bodyLimit });
    await api.register(swagger, describeApi(options.publicUrl));
    await api.register(accountRoutes(portal, signsFor));
    await api.register(visitRoutes(portal));
    await api.register(billingRoutes(portal));
    await api.register(cancelRoutes(portal));
    await api.register(webhookRoutes(portal));
    await api.register(schoolZoneRoutes(portal, signsFor));
    if (portal.admin.isThere) await api.register(levelsRoutes(portal));
    await docsRoutes(api);
  });
};
