import type { Endpoints } from '../../config/endpoints.ts';
import type { SignInResponse } from '../../contracts/session.ts';
import type { Result } from '../../lib/result.ts';
import { isSignInResponse } from '../../session/parse-session.ts';
import { createHttp, type Http } from '../http/http.ts';
import { createLink, type Link } from './link.ts';
import { createPlayfabCall, sendLogin } from './playfab-call.ts';

/**
 * The identity provider for teachers (spec section 7): an account without a password, which its custom id opens by
 * itself. Apart from `identity.ts`, so that neither's form carries the other's calls.
 */
export type TeacherIdentity = {
  /** Makes the account with the first call, and finds it with every other. */
  loginWithCustomId(customId: string, signal?: AbortSignal): Promise<Result<SignInResponse>>;
  linkCustomId: Link;
  linkIosDeviceId: Link;
};

export const createTeacherIdentity = (endpoints: Endpoints, http: Http = createHttp()): TeacherIdentity => {
  const call = createPlayfabCall(endpoints.playfab, http);
  return {
    loginWithCustomId: (customId, signal) =>
      // Nothing that a teacher typed is in it, so no field is to blame for a refusal (decisions section 6).
      sendLogin(call, 'GENERIC_ERROR', {
        method: 'LoginWithCustomID',
        request: { CustomId: customId, CreateAccount: true },
        answer: isSignInResponse,
        repeatable: true,
        player: null,
        signal,
      }),

    linkCustomId: createLink(call, 'LinkCustomID', 'CustomId'),
    linkIosDeviceId: createLink(call, 'LinkIOSDeviceID', 'DeviceId'),
  };
};
