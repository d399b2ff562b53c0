import { join } from 'node:path';
import { readFile } from 'node:fs/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import Negotiator from 'negotiator';
import { createDashboardTranslate } from '../../locales/server-messages.ts';
import { limits } from '../../src/config/limits.ts';
import { cookieValues } from '../../src/contracts/cookies.ts';
import { defaultLanguage, type Language, languageOfTag, languages } from '../../src/contracts/language.ts';
import { priceLineMark, publicOriginMark } from '../../src/contracts/pages.ts';
import { isWidgetRoute, type RouteName, routeNames } from '../../src/contracts/routes.ts';
import { storageKeys } from '../../src/contracts/session.ts';
import { escapeHtml } from '../../src/lib/html.ts';
import { offerText } from '../../src/lib/texts.ts';
import type { Billing } from '../domain/billing/billing.ts';
import { compress, type Content, sendContent } from './content.ts';
import { allowInline, type Inline, inlineOf } from './inline-code.ts';
import { splitTarget } from './request-target.ts';

/** A document with this portal's origin, compressed. */
type CompressedPage = Content & { inline: Inline };

/** Compresses a document once for all visitors. */
const compressPage = async (html: string): Promise<CompressedPage> => ({
  ...(await compress(Buffer.from(html))),
  inline: inlineOf(html),
});

/** Price lines per document that stay compressed: one for each valid coupon. */
const mostLines = 100;

/** Inserts this portal's origin and the price into a document. It is compressed once for each price line. */
export const documentOf = (text: string, publicUrl: string) => {
  const html = text.replaceAll(publicOriginMark, publicUrl);
  const pages = new LRUCache<string, CompressedPage>({
    max: mostLines,
    fetchMethod: (priceLine) => {
      const [price = '', note] = priceLine.split('\n').map(escapeHtml);
      const first = note === undefined ? price : `${price} <span class="price-note">${note}</span>`;
      return compressPage(html.replace(priceLineMark, () => first).replaceAll(priceLineMark, () => price));
    },
  });
  return {
    hasPriceLine: html.includes(priceLineMark),
    /**
     * @param priceLine what a visitor pays; empty if it is not known. A second line is a note, which the page says
     * once.
     */
    page: (priceLine: string): Promise<CompressedPage> => pages.forceFetch(priceLine),
  };
};

/** A document that may contain the price. */
type PageDocument = ReturnType<typeof documentOf>;

const keyOf = (route: RouteName, language: Language): string => `${language}/${route}`;

/**
 * What this visitor pays, for a page that shows it, and a note in a second line; empty if unknown. @param coupon from
 * the page's address.
 */
export type PriceLine = (visitor: { coupon: string | null; ip: string; language: Language }) => Promise<string>;

export type Pages = ReturnType<typeof createPages>;

/** @param find returns a document, or undefined if it does not exist. */
export const createPages = (
  find: (route: RouteName, language: Language) => PageDocument | undefined | Promise<PageDocument>,
) => ({
  /** Sends the page in the visitor’s language; a widget belongs to its partner’s page and has the requested one. */
  send: async (route: RouteName, request: FastifyRequest, reply: FastifyReply, priceLine: PriceLine) => {
    const { cookie, 'accept-language': accepts } = request.headers;
    const parameters = new URLSearchParams(splitTarget(request.url).search);
    const query = parameters.get('lang');
    const isWidget = isWidgetRoute(route);
    const language = pageLanguage(isWidget ? { query } : { query, cookie, accepts });
    const found = await find(route, language);
    if (found === undefined) throw new Error(`No page ${route} in ${language}`);
    const visitor = { coupon: parameters.get('coupon'), ip: request.ip, language };
    const page = await found.page(found.hasPriceLine ? await priceLine(visitor) : '');
    reply.headers({
      'content-language': language,
      vary: isWidget ? 'Accept-Encoding' : 'Accept-Encoding, Accept-Language, Cookie',
      'content-security-policy': allowInline(String(reply.getHeader('content-security-policy')), page.inline),
    });
    return sendContent(request, reply.type('text/html; charset=utf-8'), page);
  },
});

/** Reads the prerendered pages, compressed once. @param folder of the build, with `<language>/<route>.html`. */
export const readPages = async (folder: string, publicUrl: string): Promise<Pages> => {
  const pages = new Map<string, PageDocument>();
  const read = async (route: RouteName, language: Language): Promise<void> => {
    const html = await readFile(join(folder, language, `${route}.html`), 'utf8');
    const found = documentOf(html, publicUrl);
    await found.page('');
    pages.set(keyOf(route, language), found);
  };
  await Promise.all(languages.flatMap((language) => routeNames().map((route) => read(route, language))));
  return createPages((route, language) => pages.get(keyOf(route, language)));
};

type Asked = { query: string | null; cookie?: string | undefined; accepts?: string | undefined };

/** Returns a page's language: by the value of `lang` in its address, else the visitor's choice, else the browser's. */
export const pageLanguage = ({ query, cookie, accepts = defaultLanguage }: Asked): Language =>
  [
    query,
    ...cookieValues(storageKeys.language, cookie),
    ...new Negotiator({ headers: { 'accept-language': accepts } }).languages(),
  ]
    .map(languageOfTag)
    .find((language) => language !== undefined) ?? defaultLanguage;

/** Creates the sentence about the price: "Free for 7 days, then $9.99 per month". */
export const createPriceLine =
  ({ visitorOffer }: Pick<Billing, 'visitorOffer'>): PriceLine =>
  async ({ coupon, ip, language }) => {
    const offer = await visitorOffer(coupon, ip);
    if (offer === null) return '';
    const t = createDashboardTranslate(language);
    const text = offerText(t, offer, { days: limits.trialDays });
    return offer.isInvalid ? `${text}\n${t('offer.invalid')}` : text;
  };
