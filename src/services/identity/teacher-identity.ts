import type { Endpoints } from '../../config/endpoints.ts';
import { isSignInResponse } from '../../session/session-store.ts';
import { createHttp, type Http } from '../http/http.ts';
import { createLinkAccount, createPlayfabCall, sendLogin } from './playfab-call.ts';

/**
 * The identity provider for teachers (product-spec.md#7-calls-made): an account without a password, which its custom id
 * alone opens. It is apart from `identity.ts`, so that neither form loads the calls of the other.
 */
export const createTeacherIdentity = (endpoints: Endpoints, http: Http = createHttp()) => {
  const call = createPlayfabCall(endpoints.playfab, http);
  return {
    /** Creates the account with the first call, and finds it with every other. */
    loginWithCustomId: (customId: string, signal?: AbortSignal) =>
      // The request contains nothing that a teacher typed, so no field is marked (decisions.md#6-flows).
      sendLogin(call, 'GENERIC_ERROR', {
        method: 'LoginWithCustomID',
        request: { CustomId: customId, CreateAccount: true },
        answer: isSignInResponse,
        signal,
      }),

    linkCustomId: createLinkAccount(call, 'LinkCustomID', 'CustomId'),
    linkIosDeviceId: createLinkAccount(call, 'LinkIOSDeviceID', 'DeviceId'),
  };
};
export type TeacherIdentity = ReturnType<typeof createTeacherIdentity>;
