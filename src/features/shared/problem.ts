import type { ErrorCode, Failure } from '../../contracts/error-codes.ts';

/** Why a form was not accepted. `sent` is false if a check failed before anything left the page. */
export type Problem<Field extends string> = { failure: Failure; fields: readonly Field[]; sent: boolean };

/** The problem of a check that failed before sending. */
export const stopped = <Field extends string>(code: ErrorCode, fields: readonly Field[]): Problem<Field> => ({
  failure: { code },
  fields,
  sent: false,
});
