import { z } from 'zod';

type Details = { code?: string; param?: string; type?: string };

/** An error response of Stripe (https://docs.stripe.com/api/errors). `status` is the HTTP status. */
export class StripeError extends Error {
  override name = 'StripeError';
  readonly status: number;
  readonly details: Details;

  constructor(status: number, message: string, details: Details = {}) {
    super(message);
    this.status = status;
    this.details = details;
  }
}

/** Returns the error for an unknown id. `param` names the parameter with the id; without it, the id was in the path. */
export const resourceMissing = (what: string, id: string, param?: string): StripeError =>
  new StripeError(param === undefined ? 404 : 400, `No such ${what}: '${id}'`, {
    code: 'resource_missing',
    param: param ?? 'id',
  });

// Parameters arrive as a form, so every value is text.

export const nonEmptyText = z.string().min(1);
export const booleanText = z.enum(['true', 'false']).transform((value) => value === 'true');
export const count = z
  .string()
  .regex(/^\d{1,3}$/)
  .transform(Number);

/** A moment in seconds, or an empty text that removes it. */
export const momentOrNone = z.union([
  z.literal('').transform(() => null),
  z
    .string()
    .regex(/^\d{1,12}$/)
    .transform(Number),
]);

/** https://docs.stripe.com/api/metadata */
export const metadata = z.record(z.string().max(40), z.string().max(500));

/** A page of a list. Without a limit, Stripe returns ten members, and never more than a hundred. */
export const pagination = {
  limit: count.pipe(z.int().min(1).max(100)).default(10),
  starting_after: nonEmptyText.optional(),
};

/** Returns a path in Stripe's notation, for example `subscription_data[metadata]`. */
const pathOf = (path: readonly PropertyKey[]): string =>
  path.map((part, index) => (index === 0 ? String(part) : `[${String(part)}]`)).join('');

/** Validates the parameters of a call. @throws StripeError for the first that is unknown, missing or invalid. */
export const parseParameters = <Schema extends z.ZodType>(schema: Schema, given: unknown): z.output<Schema> => {
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const param = pathOf(
    issue?.code === 'unrecognized_keys' ? [...issue.path, ...issue.keys.slice(0, 1)] : (issue?.path ?? []),
  );
  if (issue?.code !== 'unrecognized_keys') throw new StripeError(400, `Invalid value for ${param}`, { param });
  throw new StripeError(400, `Received unknown parameter: ${param}`, { code: 'parameter_unknown', param });
};
