import { readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import { resolveTokens } from '../src/config/design-tokens.ts';

/** The product's typefaces, by the name of the file. */
const faces = [
  { family: 'Fredoka', file: 'fredoka-latin-wght-normal.woff2', weights: '300 700' },
  { family: 'Nunito Sans', file: 'nunito-sans-latin-wght-normal.woff2', weights: '400 800' },
];

const sheet = resolveTokens(readFileSync(new URL('pages.css', import.meta.url), 'utf8'));

const fontFaces = (base: string): string =>
  faces
    .map(
      ({ family, file, weights }) =>
        `@font-face{font-family:"${family}";src:url("${base}/fonts/${file}") format("woff2");font-weight:${weights};font-display:swap}\n`,
    )
    .join('');

/** Serves the style sheet of all pages and the product's typefaces below `base`. */
export const addStyles = (app: FastifyInstance, base: string): void => {
  const styles = fontFaces(base) + sheet;
  app.get(`${base}/pages.css`, async (_request, reply) => reply.type('text/css; charset=utf-8').send(styles));
  for (const { file } of faces) {
    const content = readFileSync(new URL(`../host-site/fonts/${file}`, import.meta.url));
    app.get(`${base}/fonts/${file}`, async (_request, reply) => reply.type('font/woff2').send(content));
  }
};
