import type { Endpoints } from '../../config/endpoints.ts';
import type { AuthResult } from '../../contracts/auth-result.ts';
import type { Result } from '../../lib/result.ts';
import { createIdentity, type Identity } from '../../services/identity/identity.ts';
import { type Credentials, type EnterServices, signUp } from '../../services/users/enter.ts';
import { createUsers } from '../../services/users/users.ts';
import { type Consent, createConsent } from '../../session/consent.ts';
import { createSessionStore } from '../../session/session-store.ts';
import { createTelemetry, type Telemetry } from '../../telemetry/telemetry.ts';
import { registerOrResume } from './register-or-resume.ts';

export type SignUpServices = {
  /** Loads what a sign-up needs; called when somebody begins. */
  warmUp(): void;
  signUp(credentials: Credentials, signal: AbortSignal): Promise<Result<AuthResult>>;
  consent: Pick<Consent, 'given' | 'give' | 'subscribe'>;
};

export type SignUpParts = EnterServices & {
  identity: Pick<Identity, 'warmUp'>;
  consent: SignUpServices['consent'];
  telemetry: Telemetry;
};

export const assembleSignUp = (parts: SignUpParts): SignUpServices => {
  const identity = { ...parts.identity, register: registerOrResume(parts.identity) };
  return {
    warmUp: parts.identity.warmUp,
    consent: parts.consent,
    signUp: async (credentials, signal) => {
      const result = await signUp({ ...parts, identity }, credentials, signal);
      if (result.ok && credentials.keep) {
        parts.telemetry.record({ type: 'sign_up', page: '/signup', lang: credentials.language });
      }
      return result;
    },
  };
};

export const createSignUpServices = (endpoints: Endpoints): SignUpServices => {
  const consent = createConsent();
  return assembleSignUp({
    identity: createIdentity(endpoints),
    users: createUsers(endpoints),
    store: createSessionStore(),
    consent,
    telemetry: createTelemetry(endpoints, consent.allowsTelemetry),
  });
};
