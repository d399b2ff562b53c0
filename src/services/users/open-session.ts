import { userApiVersion } from '../../contracts/api.ts';
import type { Language } from '../../contracts/language.ts';
import type { Session, SignInResponse } from '../../contracts/session.ts';
import { logWarning } from '../../lib/log.ts';
import { type Result, succeed } from '../../lib/result.ts';
import type { SessionStore } from '../../session/session-store.ts';
import { createCustomId } from '../identity/custom-id.ts';
import type { Identity } from '../identity/identity.ts';
import type { Link } from '../identity/link.ts';
import { createPortalToken } from './portal-token.ts';
import type { Users } from './users.ts';

export type OpenSessionServices = {
  identity: Pick<Identity, 'linkCustomId' | 'addOrUpdateUser'>;
  /** Links the device of a new account. Absent without such a device. */
  linkDevice?: Link | undefined;
  users: Pick<Users, 'registerToken'>;
  store: Pick<SessionStore, 'write'>;
};

export type OpenSessionOptions = {
  /** The identity provider's response to this person's login or registration. */
  response: SignInResponse;
  email: string;
  language: Language;
  /** true after a registration: links the custom id and creates the user record. */
  newAccount: boolean;
  /** Whether the browser stores the session, on the portal's own pages. In widget mode nothing is ever written. */
  keep: boolean;
  /** Called when the user record exists, before the token is registered. */
  onUserRecord?: (() => void) | undefined;
  signal?: AbortSignal | undefined;
};

/**
 * Runs the last steps of sign-in and sign-up (decisions.md#6-flows): binds a new token to the user, registers it, and
 * stores the session. An interrupted flow is completed by the next sign-in, so nothing is undone here.
 */
export const openSession = async (
  { identity, linkDevice, users, store }: OpenSessionServices,
  { response, email, language, newAccount, keep, onUserRecord, signal }: OpenSessionOptions,
): Promise<Result<{ session: Session; userID: string }>> => {
  if (newAccount) {
    // Started first, as specified. A failure is only logged, so nothing waits for these calls.
    const id = createCustomId();
    void identity.linkCustomId(response, id, signal).then(logFailedLink('custom id'));
    void linkDevice?.(response, id, signal).then(logFailedLink('device'));
  }
  const token = createPortalToken();
  const user = await identity.addOrUpdateUser(
    response,
    { token, userApiVersion, newParentPortalAccount: newAccount, lang: language },
    signal,
  );
  if (!user.ok) return user;
  onUserRecord?.();
  const registered = await users.registerToken(token, { signal });
  if (!registered.ok) return registered;
  const session: Session = { ...response, token, email };
  if (keep) store.write(session);
  return succeed({ session, userID: user.value.userID });
};

const logFailedLink =
  (what: string) =>
  (result: Result<void>): void => {
    if (!result.ok) logWarning(`The ${what} was not linked: ${result.failure.code}`);
  };
