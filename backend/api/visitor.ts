import type { FastifyRequest } from 'fastify';
import { permitsTelemetry } from '../../src/contracts/consent-cookie.ts';
import type { Visitor } from '../domain/visits/analytics.ts';

/** The maximum length; longer than any browser's user agent. */
const userAgentLength = 512;

/**
 * Reads the consent from the request's headers, not from the body: the page that sends an event may not know that
 * consent was withdrawn in another tab.
 */
export const visitorOf = ({ ip, headers }: FastifyRequest): Visitor => ({
  ip,
  mayBeForwarded: headers['sec-gpc'] !== '1' && permitsTelemetry(headers.cookie),
  userAgent: (headers['user-agent'] ?? '').slice(0, userAgentLength),
});
