import { readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import { resolveTokens } from '../../src/config/design-tokens.ts';
import { serverPaths } from '../../src/contracts/api.ts';
import { docsPage } from './docs-page.ts';

export const docsPath = '/api/docs';
export const stylesPath = '/api/docs.css';
const styles = resolveTokens(readFileSync(new URL('docs.css', import.meta.url), 'utf8'));

/**
 * Serves the OpenAPI document, and a page that shows it. Both are rendered once, at the first request, because that
 * takes milliseconds and everyone may request them.
 */
export const docsRoutes = (app: FastifyInstance): void => {
  const schema = { hide: true };
  let document: Buffer | undefined;
  let page: Buffer | undefined;
  app.get(serverPaths.openApi, { config: { auth: 'public' }, schema }, async (_request, reply) => {
    document ??= Buffer.from(JSON.stringify(app.swagger()));
    return reply.type('application/json; charset=utf-8').send(document);
  });
  app.get(docsPath, { config: { auth: 'public', content: 'page' }, schema }, async (_request, reply) => {
    page ??= Buffer.from(docsPage(app.swagger(), { styles: stylesPath, document: serverPaths.openApi }));
    return reply.type('text/html; charset=utf-8').send(page);
  });
  app.get(stylesPath, { config: { auth: 'public', content: 'asset' }, schema }, async (_request, reply) =>
    reply.type('text/css; charset=utf-8').send(styles),
  );
};
