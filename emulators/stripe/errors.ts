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
