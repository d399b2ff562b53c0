import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { apiPaths } from '../../src/contracts/api.ts';
import { countryOf } from '../domain/visits/analytics.ts';
import { responses, successBody, success } from './responses.ts';

/**
 * Returns the visitor's country, or null (product-spec.md#7-calls-made). Only a trusted proxy's header counts: without
 * one, `countryHeader` is not set and the header is ignored. Nothing is stored.
 */
export const geolocationRoutes =
  (countryHeader: string | undefined): FastifyPluginAsyncZod =>
  async (api) => {
    api.get(
      apiPaths.geolocation,
      {
        config: { auth: 'public', limit: 'analytics' },
        schema: {
          operationId: 'getCountry',
          tags: ['Visits'],
          summary: 'Read the country of a visitor',
          description: 'Returns the visitor’s country in two letters, or null. Nothing is stored.',
          examples: { answer: { success: true, country: 'FR' } },

          response: responses(success.extend({ country: z.string().nullable() })),
        },
      },
      async (request) => {
        const header = countryHeader === undefined ? undefined : request.headers[countryHeader];
        return { ...successBody, country: countryOf(request.ip, typeof header === 'string' ? header : undefined) };
      },
    );
  };
