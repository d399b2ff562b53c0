import { readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import { resolveTokens } from '../src/config/design-tokens.ts';

const sheet = resolveTokens(readFileSync(new URL('pages.css', import.meta.url), 'utf8'));

/** Serves the style sheet of all pages below `base`. */
export const addStyles = (app: FastifyInstance, base: string): void => {
  app.get(`${base}/pages.css`, async (_request, reply) => reply.type('text/css; charset=utf-8').send(sheet));
};
