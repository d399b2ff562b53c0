import type { Endpoints } from '../../config/endpoints.ts';
import type { SignInResponse } from '../../contracts/session.ts';
import { done, type Result } from '../../lib/result.ts';
import { isSignInResponse } from '../../session/parse-session.ts';
import { createHttp, type Http } from '../http/http.ts';
import { createIdentity, type Identity } from './identity.ts';
import { isEmptyAnswer } from './playfab-answers.ts';
import { createPlayfabCall, type PlayfabSdk } from './playfab-call.ts';
import { failureOfLogin } from './playfab-failure.ts';

/**
 * The identity provider for teachers (spec section 7): an account without a password, which `customId` opens by itself.
 * Apart from `identity.ts`, so that parents' forms don't carry it.
 */
export type TeacherIdentity = Pick<Identity, 'warmUp' | 'linkCustomId'> & {
  /** Makes the account with the first call, and finds it with every other. */
  loginWithCustomId(customId: string, signal?: AbortSignal): Promise<Result<SignInResponse>>;
  linkIosDeviceId(player: SignInResponse, deviceId: string, signal?: AbortSignal): Promise<Result<void>>;
};

export const createTeacherIdentity = (
  endpoints: Endpoints,
  http: Http = createHttp(),
  importSdk: () => Promise<PlayfabSdk> = () => import('./playfab-sdk.ts'),
): TeacherIdentity => {
  const { warmUp, linkCustomId } = createIdentity(endpoints, http, importSdk);
  const { call } = createPlayfabCall(endpoints.playfab, http, importSdk);
  return {
    warmUp,
    linkCustomId,

    loginWithCustomId: async (customId, signal) => {
      const result = await call({
        method: 'LoginWithCustomID',
        request: { CustomId: customId, CreateAccount: true },
        answer: isSignInResponse,
        repeatable: true,
        player: null,
        signal,
      });
      // Nothing that a teacher typed is in it, so a refusal is no fault of hers (decisions section 6).
      return result.ok ? result : { ok: false, failure: failureOfLogin(result.failure, 'GENERIC_ERROR') };
    },

    linkIosDeviceId: async (player, deviceId, signal) => {
      const result = await call({
        method: 'LinkIOSDeviceID',
        request: { DeviceId: deviceId },
        answer: isEmptyAnswer,
        repeatable: true,
        player,
        signal,
      });
      return result.ok ? done : result;
    },
  };
};
