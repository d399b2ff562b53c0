import { escapeHtml } from '../../../src/lib/escape-html.ts';
import { simulatorMessages } from '../../../locales/server-messages.ts';
import { defaultLanguage, type Language, languageOfTag } from '../../../src/contracts/language.ts';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';

/** Markup that is not escaped again. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

export type Part = string | number | Html | null | readonly Part[];

const markupOf = (part: Part): string => {
  if (part === null) return '';
  if (part instanceof Html) return part.text;
  if (typeof part === 'object') return part.map(markupOf).join('');
  return escapeHtml(String(part));
};

/** Renders a template, and escapes every value that is not `Html`. */
export const html = (strings: TemplateStringsArray, ...parts: Part[]): Html =>
  new Html(strings.map((text, index) => (index === 0 ? text : markupOf(parts[index - 1] ?? null) + text)).join(''));

export type Messages = (typeof simulatorMessages)['en'];
const sentences: Record<Language, Messages> = simulatorMessages;

/** The messages and formats of a page in the reader's language. */
export type Reader = {
  language: Language;
  messages: Messages;
  money(amount: number, currency: string): string;
  /** Without a line break inside. */
  date(date: Date): string;
};

/** Returns the reader's language from the session's `locale`, or from the browser if `locale` is null or `auto`. */
export const readerOf = (locale: string | null, acceptLanguage: string | undefined): Reader => {
  const language = languageOfTag(locale === null || locale === 'auto' ? acceptLanguage : locale) ?? defaultLanguage;
  const days = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' });
  return {
    language,
    messages: sentences[language],
    money: (amount, currency) =>
      new Intl.NumberFormat(language, { style: 'currency', currency: currency.toUpperCase() }).format(amount / 100),
    date: (date) => days.format(date).replaceAll(' ', '\u00a0'),
  };
};

/** Replaces the `{{placeholders}}` of a message by values. */
export const interpolate = (sentence: string, values: Readonly<Record<string, string | number>>): string =>
  sentence.replaceAll(/\{\{(\w+)\}\}/g, (_whole, name: string) => String(values[name] ?? ''));

/** The portal's logo as SVG. It shows parents whom they pay. */
export const logo = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48"><path d="M22 26L42,26A20 20 0 1 1 22,6Z" fill="#5448E0"/><path d="M27 21L27,1A20 20 0 0 1 47,21Z" fill="#FFC93C"/><circle cx="15.2" cy="29" r="2.9" fill="#FFF"/><circle cx="27" cy="31" r="2.9" fill="#FFF"/><path d="M16 36.5q5 4.5 9.5 .8" fill="none" stroke="#FFF" stroke-width="2.6" stroke-linecap="round"/></svg>`;

type PageOptions = { title: string; merchant: string; back: { url: string; label: string } | null };

/** Returns a page for customers. It contains no script, so it works with a strict content security policy. */
export const payingPage = (
  { language, messages }: Reader,
  { title, merchant, back }: PageOptions,
  content: Part,
): string =>
  html`${new Html('<!doctype html>')}
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="robots" content="noindex"><title>${title} · ${merchant}</title>
<link rel="icon" href="/simulator/mark.svg"><link rel="stylesheet" href="/simulator/pages.css"></head>
<body><aside class="simulation">${messages.simulation}</aside>
<header><div class="seller"><img src="/simulator/mark.svg" alt="" width="36" height="36"><span>${merchant}</span></div>
${back === null ? null : html`<a class="back" href="${back.url}">${back.label}</a>`}</header>
<main>${content}</main></body></html>
`.text;

/** Renders a message with an optional link. */
export const notice = (title: string, text: string, link: { url: string; label: string } | null): Html =>
  html`<section class="card notice"><h1>${title}</h1><p>${text}</p>
${link === null ? null : html`<p><a class="button" href="${link.url}">${link.label}</a></p>`}</section>`;

export const alertBox = (text: string): Html => html`<p class="alert bad" role="alert">${text}</p>`;
export const statusBox = (text: string): Html => html`<p class="alert ok" role="status">${text}</p>`;

/**
 * Returns a content security policy that allows no scripts and no files of other origins.
 * @param leadsTo the address to which a form may redirect: Chromium checks `form-action` after a redirect, too
 */
const policy = (leadsTo: string | null): string =>
  [
    "default-src 'none'",
    "style-src 'self'",
    "img-src 'self'",
    "font-src 'self'",
    `form-action 'self'${leadsTo === null ? '' : ` ${new URL(leadsTo).origin}`}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

/** Sends a page without a referrer, because everyone who has its address can open it. */
export const sendPage = (
  reply: FastifyReply,
  page: string,
  { status = 200, leadsTo = null }: { status?: number; leadsTo?: string | null } = {},
): FastifyReply =>
  reply
    .code(status)
    .headers({
      'content-security-policy': policy(leadsTo),
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    })
    .type('text/html; charset=utf-8')
    .send(page);

/** Redirects after a form with 303, so that a reload of the next page does not send the form again. */
export const redirectAfterPost = (reply: FastifyReply, url: string): FastifyReply =>
  reply.code(303).headers({ location: url, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' }).send();

const texts = z.record(z.string(), z.unknown());

/** Returns the text values of a form or a query, and ignores all other values. */
export const textsOf = (given: unknown): Record<string, string> => {
  const parsed = texts.safeParse(given);
  const entries = Object.entries(parsed.success ? parsed.data : {});
  return Object.fromEntries(
    entries.flatMap(([name, value]) => (typeof value === 'string' ? [[name, value.slice(0, 500)]] : [])),
  );
};
