import { z } from 'zod';
import { parseParameters, nonEmptyText, StripeError, errorBody } from './parameters.ts';
import { get, type Kind, type StripeTables } from './store.ts';
import type { UnitOfWork, Simulation } from './work.ts';
import type { Kysely } from 'kysely';
import { day } from '../../src/lib/durations.ts';
import { createHash } from 'node:crypto';
import type { FastifyError, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import qs from 'qs';
import { expandAll } from './expand.ts';
import { newId, apiVersion } from './objects/common.ts';

type Method = 'GET' | 'POST' | 'DELETE';
type ResponseBody = object;

/** A call before validation: the id in the path, and the parameters of the query or the form. */
export type EndpointCall = { id: string; parameters: unknown };

/** One endpoint of the API. `run` returns the response and the fields to expand, or throws a StripeError. */
export type Endpoint = {
  method: Method;
  /** The path as a Fastify pattern, for example `/v1/customers/:id`. */
  path: string;
  run(work: UnitOfWork, call: EndpointCall): Promise<{ response: ResponseBody; expand: readonly string[] }>;
};

/** Creates an endpoint. It accepts `expand` and the parameters of `shape`, and rejects all others, as Stripe does. */
export const endpoint = <Shape extends z.ZodRawShape>(
  method: Method,
  path: string,
  shape: Shape,
  run: (work: UnitOfWork, input: z.output<z.ZodObject<Shape>>, id: string) => Promise<ResponseBody>,
): Endpoint => {
  const expansion = z.object({ expand: z.array(nonEmptyText).max(20).default([]) });
  const schema = z.strictObject(shape);
  return {
    method,
    path,
    run: async (work, { id, parameters }) => {
      const { expand, ...rest } = expansion.loose().parse(parameters);
      return { response: await run(work, parseParameters(schema, rest), id), expand };
    },
  };
};

/** Creates the endpoint that returns one stored object. */
export const retrieval = (path: string, kind: Kind): Endpoint =>
  endpoint('GET', `${path}/:id`, {}, async ({ trx }, _input, id) => (await get(trx, kind, id)).object);

const retention = day;

/**
 * Returns the stored response of an idempotency key, or null if the key is new.
 * @throws StripeError when the key was used with other parameters.
 */
export const storedResponse = async (
  trx: Kysely<StripeTables>,
  key: string,
  fingerprint: string,
): Promise<object | null> => {
  const row = await trx
    .selectFrom('simulated_stripe.idempotent_responses')
    .selectAll()
    .where('key', '=', key)
    .executeTakeFirst();
  if (row === undefined) return null;
  if (row.fingerprint !== fingerprint) {
    throw new StripeError(
      400,
      `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
      { type: 'idempotency_error' },
    );
  }
  return row.body;
};

export const storeResponse = async (
  trx: Kysely<StripeTables>,
  response: { key: string; fingerprint: string; body: object; created: Date },
): Promise<void> => {
  const old = new Date(response.created.getTime() - retention);
  await trx.deleteFrom('simulated_stripe.idempotent_responses').where('created', '<', old).execute();
  await trx
    .insertInto('simulated_stripe.idempotent_responses')
    .values({ ...response, body: JSON.stringify(response.body) })
    .execute();
};

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
): Promise<{ body: object; isReplayed: boolean; at: Date }> => {
  const fingerprint = fingerprintOf(request);
  const earlier = key === undefined ? null : await storedResponse(work.trx, key, fingerprint);
  if (earlier !== null) return { body: earlier, isReplayed: true, at: work.now };
  const parameters = endpoint.method === 'POST' ? request.body : request.query;
  const { response, expand } = await endpoint.run(work, {
    id: pathId.parse(request.params).id,
    parameters: parameters ?? {},
  });
  const body = await expandAll(work, response, expand);
  if (key !== undefined) await storeResponse(work.trx, { key, fingerprint, body, created: work.now });
  return { body, isReplayed: false, at: work.now };
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
          const open = endpoint.method === 'GET' ? simulation.read : simulation.write;
          const response = await open((work) => responseOf(work, endpoint, request, key));
          // The portal compares Stripe's times with Stripe's clock.
          reply.header('date', response.at.toUTCString());
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
