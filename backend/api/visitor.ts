import type { FastifyRequest } from 'fastify';
import { consentCookie } from '../../src/contracts/consent-cookie.ts';
import type { Visitor } from '../domain/analytics.ts';

/** Longer than any browser's; what is cut is a stranger's. */
const userAgentLength = 512;

/** Every value of the cookie counts: a second one from a sister host can't speak for the person. */
const hasClicked = (cookies: string): boolean => {
  const values = cookies
    .split(';')
    .map((cookie) => cookie.trim().split('='))
    .flatMap(([name, value]) => (name === consentCookie.name ? [value] : []));
  return values.length > 0 && values.every((value) => value === consentCookie.clicked);
};

/** The request's own word, not the body's: the page that sends an event may not know of a withdrawal in another tab. */
export const visitorOf = ({ ip, headers }: FastifyRequest): Visitor => ({
  ip,
  mayBeForwarded: headers['sec-gpc'] !== '1' && hasClicked(headers.cookie ?? ''),
  userAgent: (headers['user-agent'] ?? '').slice(0, userAgentLength),
});
