import type { Endpoints } from '../../config/endpoints.ts';
import { type Result, withoutValue } from '../../lib/result.ts';
import { visit } from '../../lib/visit.ts';
import { type Billing, createBilling } from '../../services/billing/billing.ts';
import { createIdentity, type Identity } from '../../services/identity/identity.ts';
import { signIn, type Credentials } from '../../services/users/authenticate.ts';
import { createKeepFresh, type KeepFresh } from '../../services/users/keep-fresh.ts';
import { createUsers, type Users } from '../../services/users/users.ts';
import { createSessionStore, type SessionStore } from '../../session/session-store.ts';
import { createSignInCode } from '../../session/sign-in-code.ts';

export type DashboardServices = {
  session: Pick<SessionStore, 'read' | 'remove' | 'subscribe'>;
  users: Pick<Users, 'user' | 'subscriptionStatus' | 'signOut' | 'deleteAccount'>;
  billing: Billing;
  /** Sends a mail to the signed-in person, and returns why it could not be sent. */
  sendRecoveryMail: Identity['sendOwnRecoveryMail'];
  /** Signs the same person in again. The new session replaces the stored one. */
  signInAgain(credentials: Omit<Credentials, 'keep'>, signal: AbortSignal): Promise<Result<void>>;
  keepFresh: KeepFresh;
  visit(url: string): void;
};

export const createDashboardServices = (endpoints: Endpoints): DashboardServices => {
  const identity = createIdentity(endpoints);
  const users = createUsers(endpoints);
  const session = createSessionStore();
  const signInCode = createSignInCode();
  return {
    session,
    users,
    billing: createBilling(endpoints),
    visit,
    sendRecoveryMail: identity.sendOwnRecoveryMail,
    signInAgain: async (credentials, signal) =>
      withoutValue(
        await signIn({ identity, users, store: session, signInCode }, { ...credentials, keep: true }, signal),
      ),
    keepFresh: createKeepFresh(endpoints, session, identity, users),
  };
};
