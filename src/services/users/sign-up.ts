import type { Endpoints } from '../../config/endpoints.ts';
import { isSignInResponse } from '../../session/session-store.ts';
import { createHttp, type Http } from '../http/http.ts';
import { createCustomId, createLinkAccount, createPlayfabCall, type LinkAccount } from '../identity/playfab-call.ts';
import { authenticate, type AuthenticateServices, type Credentials, logFailure } from './authenticate.ts';

/** The calls to the identity provider that create a parent's account. A sign-in does not load them. */
export const createRegistration = (endpoints: Endpoints, http: Http = createHttp()) => {
  const call = createPlayfabCall(endpoints.playfab, http);
  return {
    register: (email: string, password: string, signal?: AbortSignal) =>
      call({
        method: 'RegisterPlayFabUser',
        // PlayFab requires a user name by default.
        request: { Email: email, Password: password, RequireBothUsernameAndEmail: false },
        answer: isSignInResponse,
        // Not retried, because after a lost response the second attempt would report that the email is taken.
        repeatable: false,
        signal,
      }),
    linkCustomId: createLinkAccount(call, 'LinkCustomID', 'CustomId'),
    linkAndroidDeviceId: createLinkAccount(call, 'LinkAndroidDeviceID', 'AndroidDeviceId'),
  };
};
export type Registration = ReturnType<typeof createRegistration>;

export type SignUpServices = AuthenticateServices & {
  registration: Pick<Registration, 'register' | 'linkCustomId'>;
  /** Links the device of the new account. Absent without such a device. */
  linkDevice?: LinkAccount | undefined;
};

/** Creates the account, links it to a new id, and authenticates the person. */
export const signUp = (services: SignUpServices, credentials: Credentials, visit?: AbortSignal) => {
  const { registration, linkDevice } = services;
  const register = async (signal: AbortSignal) => {
    const login = await registration.register(credentials.email, credentials.password, signal);
    if (login.ok) {
      const id = createCustomId();
      void registration.linkCustomId(login.value, id, signal).then(logFailure('custom id'));
      void linkDevice?.(login.value, id, signal).then(logFailure('device'));
    }
    return login;
  };
  return authenticate(services, credentials, register, true, visit);
};
