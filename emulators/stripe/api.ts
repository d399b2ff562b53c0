import type { FastifyError, FastifyPluginAsync, FastifyRequest } from 'fastify';
import qs from 'qs';
import { z } from 'zod';
import { parseParameters, resourceMissing, StripeError } from './parameters.ts';
import { find, get, type Kind, save } from './store.ts';
import type { Simulation, UnitOfWork } from './work.ts';

type Method = 'GET' | 'POST' | 'DELETE';

/** One endpoint of the API. `run` gets the id in the path, and returns the response or throws a StripeError. */
export type Endpoint = {
  method: Method;
  /** The path as a Fastify pattern, for example `/v1/customers/:id`. */
  path: string;
  run(work: UnitOfWork, parameters: unknown, id: string): Promise<object>;
};

/** Creates an endpoint. It accepts the parameters of `shape`, and rejects all others, as Stripe does. */
export const endpoint = <Shape extends z.ZodRawShape>(
  method: Method,
  path: string,
  shape: Shape,
  run: (work: UnitOfWork, input: z.output<z.ZodObject<Shape>>, id: string) => Promise<object>,
): Endpoint => {
  const schema = z.strictObject(shape);
  return { method, path, run: (work, parameters, id) => run(work, parseParameters(schema, parameters), id) };
};

/** Creates the endpoint that returns one stored object. */
export const retrieval = (path: string, kind: Kind): Endpoint =>
  endpoint('GET', `${path}/:id`, {}, ({ trx }, _input, id) => get(trx, kind, id));

/** Returns one page of a list that is sorted, newest first. @throws StripeError when the cursor is unknown. */
export const listObject = <T extends { id: string }>(
  url: string,
  all: readonly T[],
  { limit, starting_after: after }: { limit: number; starting_after?: string | undefined },
) => {
  const start = after === undefined ? 0 : all.findIndex(({ id }) => id === after) + 1;
  if (after !== undefined && start === 0) throw resourceMissing('object', after, 'starting_after');
  return { object: 'list' as const, url, has_more: all.length > start + limit, data: all.slice(start, start + limit) };
};

const headers = z.looseObject({
  authorization: z.string().default(''),
  'idempotency-key': z.string().max(255).optional(),
});
const pathId = z.looseObject({ id: z.string().default('') });

/** Runs a call. If its idempotency key was used before, it returns the stored response instead. */
const responseOf = async (
  work: UnitOfWork,
  { method, run }: Endpoint,
  request: FastifyRequest,
  key: string | undefined,
): Promise<object> => {
  const { id } = pathId.parse(request.params);
  if (method !== 'POST' || key === undefined) {
    return run(work, (method === 'POST' ? request.body : request.query) ?? {}, id);
  }
  const { trx } = work;
  const fingerprint = JSON.stringify([request.url, request.body]);
  const earlier = await find(trx, 'idempotent_response', key);
  if (earlier === undefined) {
    const body = await run(work, request.body ?? {}, id);
    await save(trx, { id: key, object: 'idempotent_response' as const, fingerprint, body });
    return body;
  }
  if (earlier.fingerprint === fingerprint) return earlier.body;
  throw new StripeError(400, `The idempotency key '${key}' was first used with other parameters.`, {
    type: 'idempotency_error',
  });
};

/** Serves `/v1/*` for the official package: it accepts forms and returns JSON (https://docs.stripe.com/api). */
export const createApi =
  (simulation: Simulation, endpoints: readonly Endpoint[]): FastifyPluginAsync =>
  async (app) => {
    app.setErrorHandler<FastifyError>((error, _request, reply) => {
      const refusal =
        error instanceof StripeError
          ? error
          : new StripeError(error.statusCode ?? 500, 'The simulator failed.', { type: 'api_error' });
      const { status, message, details } = refusal;
      return reply.code(status).send({ error: { type: 'invalid_request_error', message, ...details } });
    });

    for (const endpoint of endpoints) {
      app.route({
        method: endpoint.method,
        url: endpoint.path,
        handler: (request, reply) => {
          const { authorization, 'idempotency-key': key } = headers.parse(request.headers);
          // Do not repeat the key, so that a live key never gets into a log.
          if (!/^Bearer (sk|rk)_test_/.test(authorization)) {
            throw new StripeError(401, 'Invalid API Key provided: this is a simulator, it takes sk_test_ keys.');
          }
          const open = endpoint.method === 'GET' ? simulation.read : simulation.write;
          return open((work) => {
            // The portal compares Stripe's times with Stripe's clock.
            reply.header('date', work.now.toUTCString());
            return responseOf(work, endpoint, request, key);
          });
        },
      });
    }

    app.all('/v1/*', async ({ method, url }) => {
      const path = url.split('?')[0];
      throw new StripeError(404, `Unrecognized request URL (${method}: ${path}). The simulator has no such endpoint.`);
    });
  };

/** Parses a form with nested names such as `line_items[0][price]=…`. */
export const parseForm = (text: string): Record<string, unknown> => qs.parse(text, { depth: 6, arrayLimit: 100 });
