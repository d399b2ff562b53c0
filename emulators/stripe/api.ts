import { createHash } from 'node:crypto';
import type { FastifyError, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import qs from 'qs';
import { z } from 'zod';
import type { Endpoint } from './endpoint.ts';
import { errorBody, StripeError } from './errors.ts';
import { expandAll } from './expand.ts';
import { newId } from './ids.ts';
import { storedResponse, storeResponse } from './idempotency.ts';
import { apiVersion } from './version.ts';
import type { UnitOfWork, Simulation } from './work.ts';

const headers = z.looseObject({
  authorization: z.string().optional(),
  'stripe-version': z.string().optional(),
  'idempotency-key': z.string().max(255).optional(),
});
const pathId = z.looseObject({ id: z.string().default('') });

/**
 * Checks the key and the version of a request.
 * @throws StripeError unless the key is a test key and the version is the supported one.
 */
const admit = (given: z.output<typeof headers>): void => {
  const key = /^Bearer (.+)$/.exec(given.authorization ?? '')?.[1];
  if (key === undefined) throw new StripeError(401, 'You did not provide an API key.');
  // Do not repeat the key, so that a live key never gets into a log.
  if (!/^(sk|rk)_test_/.test(key))
    throw new StripeError(401, 'Invalid API Key provided: this is a simulator, it takes sk_test_ keys.');
  const version = given['stripe-version'];
  if (version !== undefined && version !== apiVersion) {
    throw new StripeError(400, `Invalid Stripe API version: ${version}. This simulator speaks ${apiVersion}.`);
  }
};

const fingerprintOf = ({ method, url, body }: FastifyRequest): string =>
  createHash('sha256')
    .update(JSON.stringify([method, url, body ?? null]))
    .digest('hex');

/** Runs a call. If its idempotency key was used before, it returns the stored response instead. */
const responseOf = async (
  work: UnitOfWork,
  endpoint: Endpoint,
  request: FastifyRequest,
  key: string | undefined,
): Promise<{ body: object; isReplayed: boolean }> => {
  const fingerprint = fingerprintOf(request);
  const earlier = key === undefined ? null : await storedResponse(work.trx, key, fingerprint);
  if (earlier !== null) return { body: earlier, isReplayed: true };
  const parameters = endpoint.method === 'POST' ? request.body : request.query;
  const { response, expand } = await endpoint.run(work, {
    id: pathId.parse(request.params).id,
    parameters: parameters ?? {},
  });
  const body = await expandAll(work, response, expand);
  if (key !== undefined) await storeResponse(work.trx, { key, fingerprint, body, created: work.now });
  return { body, isReplayed: false };
};

const errorOf = (error: FastifyError): StripeError => {
  if (error instanceof StripeError) return error;
  if (error.statusCode !== undefined && error.statusCode < 500)
    return new StripeError(error.statusCode, 'Invalid request');
  return new StripeError(500, 'The simulator failed.', { type: 'api_error' });
};

/** Serves `/v1/*` for the official package: it accepts forms and returns JSON (https://docs.stripe.com/api). */
export const createApi =
  (simulation: Simulation, endpoints: readonly Endpoint[]): FastifyPluginAsync =>
  async (app) => {
    app.addHook('onRequest', async (_request, reply) => {
      reply.headers({ 'request-id': newId('req'), 'stripe-version': apiVersion, 'cache-control': 'no-store' });
    });

    app.setErrorHandler<FastifyError>((error, _request, reply) => {
      const refusal = errorOf(error);
      return reply.code(refusal.status).send(errorBody(refusal));
    });

    for (const endpoint of endpoints) {
      app.route({
        method: endpoint.method,
        url: endpoint.path,
        handler: async (request, reply) => {
          const given = headers.parse(request.headers);
          admit(given);
          const key = endpoint.method === 'POST' ? given['idempotency-key'] : undefined;
          const origin = { request: String(reply.getHeader('request-id')), idempotencyKey: key ?? null };
          const open = endpoint.method === 'GET' ? simulation.read : simulation.write;
          const response = await open((work) => responseOf(work, endpoint, request, key), origin);
          if (response.isReplayed) reply.header('idempotent-replayed', 'true');
          return response.body;
        },
      });
    }

    app.all('/v1/*', async ({ method, url }: FastifyRequest, _reply: FastifyReply) => {
      const path = url.split('?')[0];
      throw new StripeError(404, `Unrecognized request URL (${method}: ${path}). The simulator has no such endpoint.`);
    });
  };

/** Parses a form with nested names such as `line_items[0][price]=…`. */
export const parseForm = (text: string): Record<string, unknown> => qs.parse(text, { depth: 6, arrayLimit: 100 });
