import { z } from 'zod';
import { parseParameters, nonEmptyText } from './parameters.ts';
import { get, type Kind } from './store.ts';
import type { UnitOfWork } from './work.ts';

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
