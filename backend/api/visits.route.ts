import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import { logEvent, permitsTelemetry, readCountry } from '../../src/contracts/calls/visits.ts';
import type { Portal } from '../domain/portal.ts';
import { Refusal } from '../domain/refusal.ts';
import { countryOf, type Visitor } from '../domain/visits/analytics.ts';
import { servingIn } from './serve.ts';

/** The maximum length; longer than any browser's user agent. */
const userAgentLength = 512;

/** Reads the consent from the headers, because the page may not know that it was withdrawn in another tab. */
export const visitorOf = ({ ip, headers }: Pick<FastifyRequest, 'ip' | 'headers'>): Visitor => ({
  ip,
  mayBeForwarded: headers['sec-gpc'] !== '1' && permitsTelemetry(headers.cookie),
  userAgent: (headers['user-agent'] ?? '').slice(0, userAgentLength),
});

/** Serves what first-party pages count and ask (product-spec.md#7-calls-made, decisions.md#8-privacy-and-consent). */
export const visitRoutes =
  ({ analytics }: Portal): FastifyPluginAsync =>
  async (api) => {
    const serve = servingIn(api, { tag: 'Visits', limit: 'analytics' });
    serve(
      logEvent,
      {
        id: 'logEvent',
        summary: 'Count an event',
        description: 'Counts an event of a first-party page. `data` is JSON text with a short list of allowed fields.',
        example: {
          type: 'page_view',
          timestamp: '2026-11-20T08:15:00.000Z',
          data: '{"eventID":"5f0c6f0e-8b7a-4b55-9a3e-0d9c5f1b2a34","clientID":"1234.5678","page":"/","lang":"en"}',
        },
      },
      async (request) => {
        // PostgreSQL rejects the year 0, and no event is older than this.
        if (request.body.timestamp < '1970') throw new Refusal('INVALID_PAYLOAD');
        await analytics.log(request.body, visitorOf(request));
      },
    );

    serve(
      readCountry,
      {
        id: 'getCountry',
        summary: 'Read the country of a visitor',
      },
      async ({ ip }) => ({ country: countryOf(ip) }),
    );
  };
