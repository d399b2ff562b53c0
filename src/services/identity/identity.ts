import { type Endpoints, recoveryTemplate } from '../../config/endpoints.ts';
import { addOrUpdateUserFunction } from '../../contracts/api.ts';
import type { BindTokenArgument } from '../../contracts/calls/servers.ts';
import { boundUser } from '../../contracts/calls/sign-in.ts';
import { type ErrorCode, isErrorCode } from '../../contracts/error-codes.ts';
import type { Language } from '../../contracts/language.ts';
import { normalizePassword } from '../../contracts/typed-text.ts';
import type { SignInResponse } from '../../contracts/session.ts';
import { done, fail, type Result, succeed, withoutValue } from '../../lib/result.ts';
import { isRecord, list, literal, object, text } from '../../contracts/shapes.ts';
import { isSignInResponse } from '../../session/session-store.ts';
import { createHttp, type Http } from '../http/http.ts';
import { createPlayfabCall, isEmptyAnswer, sendLogin } from './playfab-call.ts';

/** The data of `GetPlayerProfile` for a player with contact addresses. Without any the list may be absent or null. */
const hasContacts = object({
  PlayerProfile: object({ ContactEmailAddresses: list(object({ EmailAddress: text })) }),
});

/** `CloudScript/ExecuteFunction`. A function that failed is a 200 with `data.Error` and without `FunctionResult`. */
const isFunctionAnswer = object({ code: literal(200), data: object({}, { FunctionResult: isRecord }) });

/** `passwordWasReset` means that a sign-in needs a proof that it is later than the reset. */
export type PortalUser = { userID: string; passwordWasReset?: boolean | undefined };

/**
 * The result of `addOrUpdateUser` (product-spec.md#7-calls-made): the user's id in the portal, or why there is none.
 */
const userOf = (result: unknown): Result<PortalUser> => {
  // The function failed or did not run: product-spec.md#8-error-catalogue, "an exception in the user-record update".
  if (!boundUser(result)) return fail('GENERIC_ERROR', { cause: 'addOrUpdateUser gave no result' });
  if (result.success) {
    const { id, passwordWasReset } = result.userAPIResponse;
    return succeed({ userID: id, passwordWasReset });
  }
  return isErrorCode(result.error) ? fail(result.error) : fail('GENERIC_ERROR', { cause: result.error });
};

const hiddenFromStrangers: readonly ErrorCode[] = [
  'AccountNotFound',
  'EmailRecipientBlacklisted',
  'NoContactEmailAddressFound',
];

/** The identity provider for parents. `player` is the result of a login, also from an earlier page. */
export const createIdentity = (endpoints: Endpoints, http: Http = createHttp()) => {
  const call = createPlayfabCall(endpoints.playfab, http);
  /** Sends a mail for a signed-in visitor, and returns why it could not be sent. */
  const sendOwnRecoveryMail = async (email: string, language: Language, signal?: AbortSignal) => {
    const result = await call({
      method: 'SendAccountRecoveryEmail',
      request: { TitleId: endpoints.playfab.titleId, Email: email, EmailTemplateId: recoveryTemplate(language) },
      answer: isEmptyAnswer,
      // Not retried, because two mails, of which only the newer link works, would confuse people.
      repeatable: false,
      signal,
    });
    return withoutValue(result);
  };

  return {
    signIn: async (email: string, password: string, signal?: AbortSignal) => {
      const logIn = (typed: string) =>
        sendLogin(call, 'InvalidEmailOrPassword', {
          method: 'LoginWithEmailAddress',
          request: { Email: email, Password: typed },
          answer: isSignInResponse,
          signal,
        });
      const composed = normalizePassword(password);
      let result = await logIn(composed);
      // Accounts from before passwords were composed have what was typed then, perhaps on another keyboard.
      for (const older of new Set([password, password.normalize('NFD')])) {
        if (older !== composed && !result.ok && result.failure.code === 'InvalidEmailOrPassword') {
          result = await logIn(older);
        }
      }
      return result;
    },

    /** Makes the login address the contact address, which gets the mails. A new account has no profile yet. */
    keepContactAddress: async (
      player: SignInResponse,
      email: string,
      isNew: boolean,
      signal?: AbortSignal,
    ): Promise<Result<void>> => {
      const shared = { answer: isEmptyAnswer, player, signal };
      if (!isNew) {
        const request = { ProfileConstraints: { ShowContactEmailAddresses: true } };
        const known = await call({ ...shared, method: 'GetPlayerProfile', request });
        // A title may refuse this in its Client Profile Options. The address is set then, too.
        if (!known.ok && known.failure.code !== 'GENERIC_ERROR') return known;
        const data = known.ok && known.value.data;
        const contacts = hasContacts(data) ? data.PlayerProfile.ContactEmailAddresses : [];
        if (contacts.some(({ EmailAddress }) => EmailAddress.toLowerCase() === email.toLowerCase())) return done;
      }
      const request = { EmailAddress: email };
      return withoutValue(await call({ ...shared, method: 'AddOrUpdateContactEmail', request }));
    },

    /** Calls the cloud function that binds the portal's token to the player. */
    bindToken: async (player: SignInResponse, argument: BindTokenArgument, signal?: AbortSignal) => {
      const result = await call({
        method: 'ExecuteFunction',
        request: { FunctionName: addOrUpdateUserFunction, FunctionParameter: argument },
        answer: isFunctionAnswer,
        player,
        signal,
      });
      return result.ok ? userOf(result.value.data.FunctionResult) : result;
    },

    sendOwnRecoveryMail,

    /** Succeeds whether or not the email is known, because a visitor without a session must not learn that. */
    sendRecoveryMail: async (email: string, language: Language, signal?: AbortSignal): Promise<Result<void>> => {
      const result = await sendOwnRecoveryMail(email, language, signal);
      return result.ok || hiddenFromStrangers.includes(result.failure.code) ? done : result;
    },
  };
};
export type Identity = ReturnType<typeof createIdentity>;
