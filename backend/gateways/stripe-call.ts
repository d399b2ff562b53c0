import Stripe from 'stripe';
import type { z } from 'zod';
import { StripeUnavailable } from './stripe-gateway.ts';

/** Stripe understood and said no: the thing is not there, or what we asked for can't be. */
export class StripeRefusal extends Error {
  override name = 'StripeRefusal';
  readonly code: string;

  constructor(call: string, code: string) {
    super(`${call}: ${code}`);
    this.code = code;
  }
}

/**
 * The SDK repeats a call that broke quickly, and one thing may take several calls; however it goes, somebody waits no
 * longer than this. What was begun goes on by itself.
 * @throws StripeUnavailable
 */
export const within = async <Answer>(call: string, milliseconds: number, answer: Promise<Answer>): Promise<Answer> => {
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

/** The SDK's errors quote requests and addresses: nothing of them goes further than a code of Stripe's list. */
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
 * One call with a deadline, its answer parsed.
 * @throws StripeRefusal when Stripe said no, StripeUnavailable for all other trouble.
 */
export const createStripeCall =
  (deadline: number): CallStripe =>
  async (call, schema, request) => {
    const answer = await within(call, deadline, request()).catch((error: unknown) => {
      throw failureOf(call, error);
    });
    const parsed = schema.safeParse(answer);
    if (!parsed.success) throw new StripeUnavailable(call);
    return parsed.data;
  };

/** Answers `instead` when Stripe does not know what was asked about. */
export const unlessMissing =
  <Instead>(instead: Instead) =>
  (error: unknown): Instead => {
    if (error instanceof StripeRefusal && error.code === 'resource_missing') return instead;
    throw error;
  };
