import type { Endpoints } from '../../config/endpoints.ts';
import { createIdentity, type Identity } from '../../services/identity/identity.ts';
import { createKeepFresh, type KeepFresh } from '../../services/users/keep-fresh.ts';
import { createUsers, type Users } from '../../services/users/users.ts';
import { createSessionStore, type SessionStore } from '../../session/session-store.ts';

export type DashboardServices = {
  session: Pick<SessionStore, 'read' | 'remove' | 'subscribe'>;
  users: Pick<Users, 'user' | 'subscriptionStatus' | 'signOut'>;
  /** For the person who is signed in: tells why a mail could not be sent. */
  sendRecoveryMail: Identity['sendOwnRecoveryMail'];
  keepFresh: KeepFresh;
};

export const createDashboardServices = (endpoints: Endpoints): DashboardServices => {
  const identity = createIdentity(endpoints);
  const users = createUsers(endpoints);
  const session = createSessionStore();
  return {
    session,
    users,
    sendRecoveryMail: identity.sendOwnRecoveryMail,
    keepFresh: createKeepFresh(endpoints, session, identity, users),
  };
};
