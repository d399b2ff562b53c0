import { z } from 'zod';
import { parseParameters, text } from './parameters.ts';
import type { Work } from './work.ts';

type Method = 'GET' | 'POST' | 'DELETE';
type Answered = object;

/** A call as it came: the path's id, and the query's or the form's parameters, not looked at yet. */
export type Call = { id: string; parameters: unknown };

/** One endpoint of the API. `run` answers the wire object, or throws a StripeError. */
export type Endpoint = {
  method: Method;
  /** Fastify's pattern: `/v1/customers/:id`. */
  path: string;
  run(work: Work, call: Call): Promise<{ answer: Answered; expand: readonly string[] }>;
};

/** What is not in the shape is refused as unknown, as Stripe does; all endpoints take `expand`. */
export const endpoint = <Shape extends z.ZodRawShape>(
  method: Method,
  path: string,
  shape: Shape,
  run: (work: Work, input: z.output<z.ZodObject<Shape>>, id: string) => Promise<Answered>,
): Endpoint => {
  const expansion = z.object({ expand: z.array(text).max(20).default([]) });
  const schema = z.strictObject(shape);
  return {
    method,
    path,
    run: async (work, { id, parameters }) => {
      const { expand, ...rest } = expansion.loose().parse(parameters);
      return { answer: await run(work, parseParameters(schema, rest), id), expand };
    },
  };
};
