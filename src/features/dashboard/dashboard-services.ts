import type { Endpoints } from '../../config/endpoints.ts';
import { type Result, withoutValue } from '../../lib/result.ts';
import { onRestored, visit } from '../../lib/visit.ts';
import { type BillingClient, createBillingClient } from '../../services/billing/billing.ts';
import { createIdentity, type Identity } from '../../services/identity/identity.ts';
import { signIn, type Credentials } from '../../services/users/authenticate.ts';
import { createSessionRenewal, type StartSessionRenewal } from '../../services/users/session-renewal.ts';
import { createUsersClient, type UsersClient } from '../../services/users/users.ts';
import { createSessionStore, type SessionStore } from '../../session/session-store.ts';
import { createSignInCode } from '../../session/sign-in-code.ts';

export type DashboardServices = {
  session: Pick<SessionStore, 'read' | 'remove' | 'subscribe'>;
  users: Pick<UsersClient, 'user' | 'subscriptionStatus' | 'signOut' | 'deleteAccount'>;
  billing: BillingClient;
  /** Sends a mail to the signed-in person, and returns why it could not be sent. */
  sendRecoveryMail: Identity['sendOwnRecoveryMail'];
  /** Signs the same person in again. The new session replaces the stored one. */
  signInAgain(credentials: Omit<Credentials, 'keep'>, signal: AbortSignal): Promise<Result<void>>;
  startRenewal: StartSessionRenewal;
  visit(url: string): void;
  /** Calls back when the browser shows the page as it was left. Returns the function that ends that. */
  onRestored(listener: () => void): () => void;
};

export const createDashboardServices = (endpoints: Endpoints): DashboardServices => {
  const identity = createIdentity(endpoints);
  const users = createUsersClient(endpoints);
  const session = createSessionStore();
  const signInCode = createSignInCode();
  return {
    session,
    users,
    billing: createBillingClient(endpoints),
    visit,
    onRestored,
    sendRecoveryMail: identity.sendOwnRecoveryMail,
    signInAgain: async (credentials, signal) =>
      withoutValue(
        await signIn(
          { identity, users, store: session, canStore: session.isAvailable, signInCode },
          { ...credentials, keep: true },
          signal,
        ),
      ),
    startRenewal: createSessionRenewal(endpoints, session, identity, users),
  };
};
