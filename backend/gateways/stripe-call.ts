import Stripe from 'stripe';
import type { z } from 'zod';
import { StripeUnavailable } from './stripe-gateway.ts';
import { VendorError } from './vendor.ts';

/** Thrown when Stripe refused a valid call: the object does not exist, or the request is impossible. */
export class StripeRefusal extends VendorError {
  readonly code: string;

  constructor(call: string, code: string) {
    super(`${call}: ${code}`);
    this.code = code;
  }
}

/** Limits how long a person waits for an action of several calls that the SDK retries. @throws StripeUnavailable */
export const withTimeout = async <Answer>(
  call: string,
  milliseconds: number,
  answer: Promise<Answer>,
): Promise<Answer> => {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new StripeUnavailable(call)), milliseconds);
  try {
    return await Promise.race([answer, late.promise]);
  } finally {
    clearTimeout(timer);
  }
};

/** Converts an SDK error, which may quote requests and addresses. Only a code of Stripe's list is kept. */
const failureOf = (call: string, error: unknown): Error => {
  const isRefusal = error instanceof Stripe.errors.StripeInvalidRequestError;
  return isRefusal ? new StripeRefusal(call, error.code ?? 'invalid_request') : new StripeUnavailable(call);
};

type Call<Or> = <Schema extends z.ZodType>(
  name: string,
  schema: Schema,
  request: () => Promise<unknown>,
) => Promise<z.output<Schema> | Or>;

/**
 * `call` makes a call with a timeout and parses the answer; `find` returns null when Stripe does not know the object,
 * and `attempt` when it refused for any reason.
 * @throws StripeRefusal when Stripe refused, StripeUnavailable for every other failure.
 */
export const createStripeCalls = (deadline: number): { call: Call<never>; find: Call<null>; attempt: Call<null> } => {
  const call: Call<never> = async (name, schema, request) => {
    const answer = await withTimeout(name, deadline, request()).catch((error: unknown) => {
      throw failureOf(name, error);
    });
    const parsed = schema.safeParse(answer);
    if (!parsed.success) throw new StripeUnavailable(name);
    return parsed.data;
  };
  const nullFor =
    (isExpected: (code: string) => boolean): Call<null> =>
    (...args) =>
      call(...args).catch((error: unknown) => {
        if (error instanceof StripeRefusal && isExpected(error.code)) return null;
        throw error;
      });
  return { call, find: nullFor((code) => code === 'resource_missing'), attempt: nullFor(() => true) };
};
