import type { FastifyReply } from 'fastify';
import { z } from 'zod';

/**
 * No script, nothing from elsewhere.
 * @param leadsTo where a form's answer may lead on to: Chromium asks `form-action` after a redirect, too.
 */
const policy = (leadsTo: string | null): string =>
  [
    "default-src 'none'",
    "style-src 'self'",
    "img-src 'self'",
    `form-action 'self'${leadsTo === null ? '' : ` ${new URL(leadsTo).origin}`}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

/** The address opens the page, so it goes nowhere with a link. */
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

/** After a form: the next page is fetched, and reloading it sends nothing again. */
export const goTo = (reply: FastifyReply, url: string): FastifyReply =>
  reply.code(303).headers({ location: url, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' }).send();

const texts = z.record(z.string(), z.unknown());

/** The text values of a form or a query; anything else counts as not given. */
export const textsOf = (given: unknown): Record<string, string> => {
  const parsed = texts.safeParse(given);
  const entries = Object.entries(parsed.success ? parsed.data : {});
  return Object.fromEntries(
    entries.flatMap(([name, value]) => (typeof value === 'string' ? [[name, value.slice(0, 500)]] : [])),
  );
};
