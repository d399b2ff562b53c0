import Stripe from 'stripe';
import type { z } from 'zod';
import { StripeUnavailable } from './stripe-gateway.ts';
import { VendorError } from './vendor.ts';

/** Thrown when Stripe refused a valid call: the object does not exist, or the request is impossible. */
export class StripeRefusal extends VendorError {
  override name = 'StripeRefusal';
  readonly code: string;

  constructor(call: string, code: string) {
    super(`${call}: ${code}`);
    this.code = code;
  }
}

/**
 * Limits how long a person waits, although the SDK retries a failed call and one action may need several calls. Work
 * that has begun continues in the background.
 * @throws StripeUnavailable
 */
export const withTimeout = async <Answer>(
  call: string,
  milliseconds: number,
  answer: Promise<Answer>,
): Promise<Answer> => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new StripeUnavailable(call)), milliseconds);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
};

/** Converts an SDK error, which may quote requests and addresses. Only a code of Stripe's list is kept. */
export const failureOf = (call: string, error: unknown): Error => {
  const isRefusal = error instanceof Stripe.errors.StripeInvalidRequestError;
  return isRefusal ? new StripeRefusal(call, error.code ?? 'invalid_request') : new StripeUnavailable(call);
};

export type CallStripe = <Schema extends z.ZodType>(
  call: string,
  schema: Schema,
  request: () => Promise<unknown>,
) => Promise<z.output<Schema>>;

/**
 * Creates a function that makes one call with a timeout and parses its answer.
 * @throws StripeRefusal when Stripe refused, StripeUnavailable for every other failure.
 */
export const createStripeCall =
  (deadline: number): CallStripe =>
  async (call, schema, request) => {
    const answer = await withTimeout(call, deadline, request()).catch((error: unknown) => {
      throw failureOf(call, error);
    });
    const parsed = schema.safeParse(answer);
    if (!parsed.success) throw new StripeUnavailable(call);
    return parsed.data;
  };

/** Returns `instead` when Stripe does not know the object. */
export const fallbackIfMissing =
  <Instead>(instead: Instead) =>
  (error: unknown): Instead => {
    if (error instanceof StripeRefusal && error.code === 'resource_missing') return instead;
    throw error;
  };
