import type { FastifyRequest } from 'fastify';
import { consentCookie } from '../../src/contracts/consent-cookie.ts';
import type { Visitor } from '../domain/analytics.ts';

/** The maximum length; longer than any browser's user agent. */
const userAgentLength = 512;

/** Returns whether every value of the cookie is consent, because a sister host may add a second one. */
const hasClicked = (cookies: string): boolean => {
  const values = cookies
    .split(';')
    .map((cookie) => cookie.trim().split('='))
    .flatMap(([name, value]) => (name === consentCookie.name ? [value] : []));
  return values.length > 0 && values.every((value) => value === consentCookie.clicked);
};

/**
 * Reads the consent from the request's headers, not from the body: the page that sends an event may not know that
 * consent was withdrawn in another tab.
 */
export const visitorOf = ({ ip, headers }: FastifyRequest): Visitor => ({
  ip,
  mayBeForwarded: headers['sec-gpc'] !== '1' && hasClicked(headers.cookie ?? ''),
  userAgent: (headers['user-agent'] ?? '').slice(0, userAgentLength),
});
