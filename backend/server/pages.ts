import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Language, languages } from '../../src/contracts/language.ts';
import { publicOriginMark } from '../../src/contracts/pages.ts';
import { isWidgetRoute, type RouteName, routeNames } from '../../src/contracts/routes.ts';
import { allowInline, type Inline, inlineOf } from './inline.ts';
import { pageLanguage } from './page-language.ts';
import { splitTarget } from './target.ts';

const encodings = ['br', 'gzip', 'identity'] as const;
type Encoding = (typeof encodings)[number];
/** A document with this portal's origin, compressed. */
export type Page = { etag: string; inline: Inline; bytes: Record<Encoding, Buffer> };

/** Inserts this portal's origin into a document and compresses it. */
export const pageOf = async (text: string, publicUrl: string): Promise<Page> => {
  const html = text.replaceAll(publicOriginMark, publicUrl);
  const identity = Buffer.from(html);
  const [br, gz] = await Promise.all([promisify(brotliCompress)(identity), promisify(gzip)(identity)]);
  const etag = createHash('sha256').update(identity).digest('base64url').slice(0, 22);
  return { etag, inline: inlineOf(html), bytes: { br, gzip: gz, identity } };
};

const keyOf = (route: RouteName, language: Language): string => `${language}/${route}`;

export type Pages = {
  /**
   * Sends the page in the visitor’s language. A widget belongs to its partner’s page and is sent in the requested
   * language.
   */
  send(route: RouteName, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply>;
};

const encodingFor = (accepted: string | undefined): Encoding =>
  encodings.find((encoding) => new RegExp(`\\b${encoding}\\b(?!\\s*;\\s*q=0(\\.0*)?\\b)`).test(accepted ?? '')) ??
  'identity';

/** @param find returns a page, or undefined if it does not exist. */
export const createPages = (
  find: (route: RouteName, language: Language) => Page | undefined | Promise<Page>,
): Pages => ({
  send: async (route, request, reply) => {
    const { cookie, 'accept-language': accepts, 'accept-encoding': encodingsAccepted } = request.headers;
    const query = new URLSearchParams(splitTarget(request.url).search).get('lang');
    const isWidget = isWidgetRoute(route);
    const language = pageLanguage(isWidget ? { query } : { query, cookie, accepts });
    const page = await find(route, language);
    if (page === undefined) throw new Error(`No page ${route} in ${language}`);
    const encoding = encodingFor(encodingsAccepted);
    const etag = `"${page.etag}-${encoding}"`;
    reply.headers({
      'content-language': language,
      vary: isWidget ? 'Accept-Encoding' : 'Accept-Encoding, Accept-Language, Cookie',
      etag,
      'content-security-policy': allowInline(String(reply.getHeader('content-security-policy')), page.inline),
    });
    if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send();
    if (encoding !== 'identity') reply.header('content-encoding', encoding);
    return reply.type('text/html; charset=utf-8').send(page.bytes[encoding]);
  },
});

/**
 * Reads the prerendered pages into memory: one for each language, compressed once.
 * @param folder the folder that the build wrote: `<language>/<route>.html`.
 */
export const readPages = async (folder: string, publicUrl: string): Promise<Pages> => {
  const pages = new Map<string, Page>();
  const read = async (route: RouteName, language: Language): Promise<void> => {
    const html = await readFile(join(folder, language, `${route}.html`), 'utf8');
    pages.set(keyOf(route, language), await pageOf(html, publicUrl));
  };
  await Promise.all(languages.flatMap((language) => routeNames().map((route) => read(route, language))));
  return createPages((route, language) => pages.get(keyOf(route, language)));
};
