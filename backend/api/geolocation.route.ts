import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { apiPaths } from '../../src/contracts/api.ts';
import { countryOf } from '../domain/country.ts';
import { answers, done, success } from './answers.ts';

/**
 * The visitor's country, or null (spec section 7). Only the header of a proxy that we trust counts: without one,
 * `countryHeader` is not set and anybody's header is ignored. Nothing is stored.
 */
export const geolocationRoutes =
  (countryHeader: string | undefined): FastifyPluginAsyncZod =>
  async (api) => {
    api.get(
      apiPaths.geolocation,
      {
        config: { auth: 'public', limit: 'analytics' },
        schema: {
          summary: 'The country that a visitor comes from',
          response: answers(success.extend({ country: z.string().nullable() })),
        },
      },
      async (request) => {
        const header = countryHeader === undefined ? undefined : request.headers[countryHeader];
        return { ...done, country: countryOf(request.ip, typeof header === 'string' ? header : undefined) };
      },
    );
  };
