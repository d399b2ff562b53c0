import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { serverPaths } from '../../src/contracts/api.ts';

export const docsPath = '/api/docs';

/** Opens every route of Swagger UI to everybody, with a policy of its own. Call it before `requireGuards`. */
export const openDocs = (app: FastifyInstance): void => {
  app.addHook('onRoute', (route) => {
    if (route.url !== docsPath && !route.url.startsWith(`${docsPath}/`)) return;
    route.config = { ...route.config, auth: 'public', content: 'docs' };
  });
};

/**
 * Serves the OpenAPI document, and Swagger UI that shows it. The document is rendered once, at the first request, because
 * that takes milliseconds and everyone may request it. The page makes no calls, so nobody types a key into it.
 */
export const docsRoutes = async (app: FastifyInstance): Promise<void> => {
  let document: Buffer | undefined;
  app.get(serverPaths.openApi, { config: { auth: 'public' }, schema: { hide: true } }, async (_request, reply) => {
    document ??= Buffer.from(JSON.stringify(app.swagger()));
    return reply.type('application/json; charset=utf-8').send(document);
  });
  await app.register(swaggerUi, {
    routePrefix: docsPath,
    uiConfig: { layout: 'BaseLayout', supportedSubmitMethods: [] },
    theme: { title: 'API of the portal' },
  });
};
