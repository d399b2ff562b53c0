import type { Endpoints } from '../../config/endpoints.ts';
import { requestLimit } from '../../config/limits.ts';
import type { AuthResult } from '../../contracts/auth-result.ts';
import type { Language } from '../../contracts/language.ts';
import { isAndroid, visit } from '../../lib/browser.ts';
import { type Timers, timers as realTimers, withDeadline } from '../../lib/timers.ts';
import { fail, type Result } from '../../lib/result.ts';
import { createPaymentPages, type PaymentPages } from '../../services/billing/payment-pages.ts';
import { createIdentity } from '../../services/identity/identity.ts';
import { type Credentials, type AuthenticateServices, signUp } from '../../services/users/authenticate.ts';
import { createRegisterToken } from '../../services/users/register-token.ts';
import { type Consent, createConsent } from '../../session/consent.ts';
import { parseSession } from '../../session/parse-session.ts';
import { createSessionStore } from '../../session/session-store.ts';
import { registerOrResume } from './register-or-resume.ts';

export type SignUpServices = {
  signUp(credentials: Credentials, signal: AbortSignal): Promise<Result<AuthResult>>;
  /** Returns the payment page's address. It can be called repeatedly. */
  openPayment(account: AuthResult, order: PaymentOrder, signal: AbortSignal): Promise<Result<string>>;
  visit(url: string): void;
  consent: Pick<Consent, 'given' | 'giveNecessary' | 'subscribe'>;
};

export type PaymentOrder = { language: Language; coupon?: string | undefined };

export type SignUpParts = AuthenticateServices & {
  billing: Pick<PaymentPages, 'purchase'>;
  visit: SignUpServices['visit'];
  consent: SignUpServices['consent'];
  timers?: Timers;
};

export const assembleSignUp = (parts: SignUpParts): SignUpServices => {
  const identity = { ...parts.identity, register: registerOrResume(parts.identity) };
  const { timers = realTimers } = parts;
  // Sign-up and the payment redirect share one deadline (decisions.md#5-calls). A retry gets a new one.
  let end = Number.POSITIVE_INFINITY;
  return {
    consent: parts.consent,
    visit: parts.visit,
    openPayment: async ({ userID, session }, order, signal) => {
      const token = parseSession(session)?.token;
      if (token === undefined) return fail('GENERIC_ERROR');
      const limit = end - timers.now();
      end = Number.POSITIVE_INFINITY;
      return withDeadline(
        limit,
        signal,
        (limited) => parts.billing.purchase({ userID, token, ...order }, limited),
        timers,
      );
    },
    signUp: async (credentials, signal) => {
      end = timers.now() + requestLimit;
      return signUp({ ...parts, identity }, credentials, signal);
    },
  };
};

export const createSignUpServices = (endpoints: Endpoints): SignUpServices => {
  const identity = createIdentity(endpoints);
  const store = createSessionStore();
  return assembleSignUp({
    identity,
    linkDevice: isAndroid() ? identity.linkAndroidDeviceId : undefined,
    users: { registerToken: createRegisterToken(endpoints) },
    billing: createPaymentPages(endpoints),
    visit,
    store,
    canStore: store.isAvailable,
    consent: createConsent(),
  });
};
