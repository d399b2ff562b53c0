import { boundUser } from '../../contracts/calls/sign-in.ts';
import { isErrorCode } from '../../contracts/error-codes.ts';
import { fail, type Result, succeed } from '../../lib/result.ts';
import { isRecord, list, literal, object, text } from '../../lib/shapes.ts';

/** Link*, AddOrUpdateContactEmail and SendAccountRecoveryEmail return `data: {}`. GetPlayerProfile returns more. */
export const isEmptyAnswer = object({ code: literal(200) }, { data: isRecord });

/** The data of `GetPlayerProfile` for a player with contact addresses. Without any the list may be absent or null. */
export const hasContacts = object({
  PlayerProfile: object({ ContactEmailAddresses: list(object({ EmailAddress: text })) }),
});

/** `CloudScript/ExecuteFunction`. A function that failed is a 200 with `data.Error` and without `FunctionResult`. */
export const isFunctionAnswer = object({ code: literal(200), data: object({}, { FunctionResult: isRecord }) });

/** `passwordWasReset` means that a sign-in needs a proof that it is later than the reset. */
export type PortalUser = { userID: string; passwordWasReset?: boolean | undefined };

/**
 * The result of `addOrUpdateUser` (product-spec.md#7-calls-made): the user's id in the portal, or why there is none.
 */
export const userOf = (result: unknown): Result<PortalUser> => {
  // The function failed or did not run: product-spec.md#8-error-catalogue, "an exception in the user-record update".
  if (!boundUser(result)) return fail('GENERIC_ERROR', { cause: 'addOrUpdateUser gave no result' });
  if (result.success) {
    const { id, passwordWasReset } = result.userAPIResponse;
    return succeed({ userID: id, passwordWasReset });
  }
  return isErrorCode(result.error) ? fail(result.error) : fail('GENERIC_ERROR', { cause: result.error });
};
