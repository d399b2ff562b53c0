import { z } from 'zod';

type ErrorType = 'invalid_request_error' | 'idempotency_error' | 'api_error';
type Details = { code?: string; param?: string; type?: ErrorType };

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

export const invalid = (message: string, param?: string): StripeError =>
  new StripeError(400, message, param === undefined ? {} : { param });

export const errorBody = ({ message, details }: StripeError) => ({
  error: {
    type: details.type ?? 'invalid_request_error',
    ...(details.code !== undefined && {
      code: details.code,
      doc_url: `https://stripe.com/docs/error-codes/${details.code.replaceAll('_', '-')}`,
    }),
    message,
    ...(details.param !== undefined && { param: details.param }),
  },
});

// Parameters arrive as a form, so every value is text.

export const nonEmptyText = z.string().min(1);
export const booleanText = z.enum(['true', 'false']).transform((value) => value === 'true');
export const count = z
  .string()
  .regex(/^\d{1,9}$/)
  .transform(Number);
/** Stripe drops a key with an empty value. The portal sends none, so it is refused. */
export const metadata = z.record(z.string().max(40), nonEmptyText.max(500));

/** A locale of `Checkout.Session.Locale`. The pages are in its language, or in English if the portal does not have that. */
export const locale = z.string().regex(/^(auto|[a-z]{2,3}(-([A-Z]{2}|419))?)$/);

export const pagination = {
  limit: count.refine((limit) => limit >= 1 && limit <= 100).optional(),
  starting_after: nonEmptyText.optional(),
};

/** Returns a path in Stripe's notation, for example `subscription_data[metadata]`. */
const pathOf = (path: readonly PropertyKey[]): string =>
  path.map((part, index) => (index === 0 ? String(part) : `[${String(part)}]`)).join('');

const refusal = (issue: z.core.$ZodIssue): StripeError => {
  if (issue.code === 'unrecognized_keys') {
    const param = pathOf([...issue.path, issue.keys[0] ?? '']);
    return new StripeError(400, `Received unknown parameter: ${param}`, { code: 'parameter_unknown', param });
  }
  const param = pathOf(issue.path);
  if (issue.code === 'invalid_type' && issue.input === undefined) {
    return new StripeError(400, `Missing required param: ${param}.`, { code: 'parameter_missing', param });
  }
  if (issue.code === 'invalid_value') {
    const code = 'parameter_invalid_enum';
    return new StripeError(400, `Invalid ${param}: must be one of ${issue.values.join(', ')}`, { code, param });
  }
  return new StripeError(400, `Invalid value for ${param}`, { param });
};

/**
 * Validates the parameters of a call.
 * @throws StripeError for the first parameter that is unknown, missing or invalid.
 */
export const parseParameters = <Schema extends z.ZodType>(schema: Schema, given: unknown): z.output<Schema> => {
  const parsed = schema.safeParse(given, { reportInput: true });
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw issue === undefined ? new StripeError(400, 'Invalid request') : refusal(issue);
};
