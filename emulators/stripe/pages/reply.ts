import type { FastifyReply } from 'fastify';
import { z } from 'zod';

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
