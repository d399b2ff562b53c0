import { readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';

/** The product's typefaces, by the name of the file. */
const faces = [
  { family: 'Fredoka', file: 'fredoka-latin-wght-normal.woff2', weights: '300 700' },
  { family: 'Nunito Sans', file: 'nunito-sans-latin-wght-normal.woff2', weights: '400 800' },
];

/** Returns the `@font-face` rules for a style sheet. @param base the path below which `addFonts` serves the files */
export const fontFaces = (base: string): string =>
  faces
    .map(
      ({ family, file, weights }) =>
        `@font-face{font-family:"${family}";src:url("${base}/fonts/${file}") format("woff2");font-weight:${weights};font-display:swap}\n`,
    )
    .join('');

/** Serves the files of the product's typefaces below `base`. */
export const addFonts = (app: FastifyInstance, base: string): void => {
  for (const { file } of faces) {
    const content = readFileSync(new URL(`../host-site/fonts/${file}`, import.meta.url));
    app.get(`${base}/fonts/${file}`, async (_request, reply) => reply.type('font/woff2').send(content));
  }
};
