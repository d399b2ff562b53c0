import { either, flag, literal, matching, object, text, textOf } from '../shapes.ts';
import { apiPaths } from '../api.ts';
import { platform, tokenPattern } from '../session.ts';
import { call } from './call.ts';

/** The calls that a sign-in needs. They are in a separate file, so that its forms load no other. */

export const token = matching(tokenPattern);
export const forPlatform = object({ p: literal(platform) });
/** PlayFab's session ticket. The server sends it to PlayFab as a header. */
export const sessionTicket = matching(/^[!-~]{1,1024}$/);
/** The key of a partner's page, which a result is signed for. */
export const partnerKey = textOf(64);
/**
 * What the page said about price, trial and renewal, which an agreement records. Nothing else knows it, so a call
 * without it, such as one of a page from before an update, records an empty text: it must not stop a purchase.
 */
export const shownText = textOf(500);

/**
 * Makes a bound token valid. With `Authorization: Bearer <old token>`, a renewal, the old token expires after a minute,
 * or with `leaving`, when it went into a store link, after another day with read access
 * (decisions.md#4-sessions-and-tokens). After a reset of the password, `ticket` (of PlayFab, of this sign-in) and
 * `code` (from the mail) prove that it is later. With `partner`, the result is signed for that partner's server.
 */
export const activateToken = call({
  method: 'PUT',
  path: apiPaths.integrations,
  auth: 'public',
  query: forPlatform,
  form: true,
  body: object(
    { token },
    { leaving: literal('true'), ticket: sessionTicket, code: textOf(64), partner: partnerKey, shown: shownText },
  ),
  answer: object({}, { idToken: text, created: flag }),
  errors: ['TOKEN_EXPIRED', 'SIGN_IN_CODE_REQUIRED'],
});
export type SignInProof = { ticket: string; code?: string };

/** What the cloud function says of a user, beside `passwordWasReset`. */
export const userRecord = { success: literal(true), id: text };
export const functionRefusal = object({ success: literal(false), error: text });

/**
 * The answer of the cloud function as the browser gets it. A server of an earlier release has no `passwordWasReset`.
 */
export const boundUser = either(
  object({ success: literal(true), userAPIResponse: object(userRecord, { passwordWasReset: flag }) }),
  functionRefusal,
);
