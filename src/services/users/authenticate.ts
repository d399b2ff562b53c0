import type { Endpoints } from '../../config/endpoints.ts';
import { activateToken, type SignInProof } from '../../contracts/calls/sign-in.ts';
import { type AuthResult, authResult, type ForPartner, type SignedResult } from '../../contracts/auth-result.ts';
import { platform, type Session, type SignInResponse } from '../../contracts/session.ts';
import { logWarning, randomBase64Url } from '../../lib/browser.ts';
import { fail, type Result, succeed } from '../../lib/result.ts';
import { createHttp, type Http, withDeadline } from '../http/http.ts';
import { createPortalCall } from '../http/portal-call.ts';
import { requestLimit } from '../../config/limits.ts';
import { userApiVersion } from '../../contracts/api.ts';
import type { Language } from '../../contracts/language.ts';
import type { SessionStore, TabText } from '../../session/session-store.ts';
import type { Identity } from '../identity/identity.ts';

/** Creates a token for this browser (`contracts/session.ts`). The server stores only its hash. */
export const createPortalToken = (): string => randomBase64Url(32);

type ActivateTokenOptions = ForPartner & {
  replaces?: string | undefined;
  /** For a sign-in of an account whose password was reset. */
  proof?: SignInProof | undefined;
  /** Whether the old token went out in a store link. */
  leaving?: boolean | undefined;
  /** For a sign-up: what its page said about the price. */
  shown?: string | undefined;
  signal?: AbortSignal | undefined;
  background?: boolean | undefined;
};

/** Makes a bound token valid. `replaces`, the old one, expires a minute later, or a day later when `leaving`. */
export type ActivateToken = (token: string, options?: ActivateTokenOptions) => Promise<Result<SignedResult>>;

/** A sign-in needs no other part of the user-api. */
export const createActivateToken = (endpoints: Endpoints, http: Http = createHttp()): ActivateToken => {
  const call = createPortalCall(endpoints, http);
  return (token, { replaces, proof, partner, shown, leaving = false, signal, background = false } = {}) => {
    const left = leaving && ({ leaving: 'true' } as const);
    const body = { token, ...left, ...(partner && { partner }), ...(shown && { shown }), ...proof };
    return call(activateToken, { token: replaces, query: { p: platform }, body, background }, signal);
  };
};

export type AuthenticateServices = {
  identity: Pick<Identity, 'signIn' | 'keepContactAddress' | 'bindToken'>;
  users: { activateToken: ActivateToken };
  store: Pick<SessionStore, 'write'>;
  /** Whether the browser can store a session. It is asked first, so that nothing is created that it cannot open. */
  canStore?: SessionStore['isAvailable'] | undefined;
  /** The code of a password reset, stored in this tab. Absent where no code is needed. */
  signInCode?: TabText | undefined;
};

export type Credentials = ForPartner & {
  email: string;
  password: string;
  language: Language;
  /** Whether the browser stores the session, on the portal's own pages. In widget mode nothing is ever written. */
  keep: boolean;
  /** The code of a password reset, if the form asked for it. */
  code?: string | undefined;
  /** What the page of a sign-up said about the price. */
  shown?: string;
  /** Called when the user record exists, before the token is activated. */
  onUserRecord?: (() => void) | undefined;
};

/** Logs a failure that does not end the flow, which therefore waits for no such call. */
export const logFailure =
  (what: string) =>
  (result: Result<void>): void => {
    if (!result.ok) logWarning(`The ${what} was not linked: ${result.failure.code}`);
  };

/**
 * Authenticates a person (decisions.md#6-flows) under one deadline: binds a new token to the user, activates it, and
 * stores the session. The next sign-in completes an interrupted flow. The result is what a partner's page receives.
 * @param logIn opens the account
 * @param isNew whether it also creates it
 */
export const authenticate = (
  { identity, users, store, canStore, signInCode }: AuthenticateServices,
  { email, language, keep, code, partner, shown, onUserRecord }: Credentials,
  logIn: (signal: AbortSignal) => Promise<Result<SignInResponse>>,
  isNew: boolean,
  visit?: AbortSignal,
): Promise<Result<AuthResult>> =>
  withDeadline(requestLimit, visit, async (signal) => {
    if (keep && canStore?.() === false) return fail('STORAGE_BLOCKED');
    const login = await logIn(signal);
    if (!login.ok) return login;
    const player = login.value;
    // Started first, as specified. After a failure, the next sign-in sets the contact address again.
    void identity.keepContactAddress(player, email, isNew, signal).then(logFailure('contact address'));
    const token = createPortalToken();
    const argument = { token, userApiVersion, newParentPortalAccount: isNew, lang: language } as const;
    const user = await identity.bindToken(player, argument, signal);
    if (!user.ok) return user;
    onUserRecord?.();
    const known = code ?? (keep ? signInCode?.read() : undefined);
    const proof =
      user.value.passwordWasReset === true
        ? { ticket: player.data.SessionTicket, ...(known !== undefined && { code: known }) }
        : undefined;
    const activated = await users.activateToken(token, { proof, partner, shown, signal });
    if (!activated.ok) return activated;
    if (keep && code !== undefined) signInCode?.write(code);
    const session: Session = { ...player, token, email };
    if (keep && !store.write(session)) return fail('STORAGE_BLOCKED');
    return succeed(authResult(session, user.value.userID, activated.value));
  });

export const signIn = (services: AuthenticateServices, credentials: Credentials, visit?: AbortSignal) => {
  const { email, password } = credentials;
  return authenticate(
    services,
    credentials,
    (signal) => services.identity.signIn(email, password, signal),
    false,
    visit,
  );
};
