import type { Endpoints } from '../../config/endpoints.ts';
import type { AuthResult } from '../../contracts/auth-result.ts';
import type { Result } from '../../lib/result.ts';
import { createIdentity, type Identity } from '../../services/identity/identity.ts';
import { type Credentials, type AuthenticateServices, signIn } from '../../services/users/authenticate.ts';
import { createRegisterToken } from '../../services/users/register-token.ts';
import { type Consent, createConsent } from '../../session/consent.ts';
import { createSignInCode } from '../../session/sign-in-code.ts';
import { createSessionStore } from '../../session/session-store.ts';

export type SignInServices = {
  signIn(credentials: Credentials, signal: AbortSignal): Promise<Result<AuthResult>>;
  /** Succeeds whether or not the email has an account. */
  sendRecoveryMail: Identity['sendRecoveryMail'];
  consent: Pick<Consent, 'given' | 'giveNecessary' | 'subscribe'>;
};

export type SignInParts = AuthenticateServices & {
  identity: Pick<Identity, 'sendRecoveryMail'>;
  consent: SignInServices['consent'];
};

export const assembleSignIn = (parts: SignInParts): SignInServices => ({
  sendRecoveryMail: parts.identity.sendRecoveryMail,
  consent: parts.consent,
  signIn: (credentials, signal) => signIn(parts, credentials, signal),
});

export const createSignInServices = (endpoints: Endpoints): SignInServices => {
  const store = createSessionStore();
  return assembleSignIn({
    identity: createIdentity(endpoints),
    users: { registerToken: createRegisterToken(endpoints) },
    store,
    canStore: store.isAvailable,
    signInCode: createSignInCode(),
    consent: createConsent(),
  });
};
