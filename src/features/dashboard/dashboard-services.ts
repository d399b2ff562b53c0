import type { Endpoints } from '../../config/endpoints.ts';
import type { Language } from '../../contracts/language.ts';
import type { Session } from '../../contracts/session.ts';
import type { Result } from '../../lib/result.ts';
import { createIdentity, type Identity } from '../../services/identity/identity.ts';
import { renewSession } from '../../services/users/renew-session.ts';
import { createUsers, type Users } from '../../services/users/users.ts';
import { startRenewal } from '../../session/renewal.ts';
import { createSessionStore, type SessionStore } from '../../session/session-store.ts';

export type DashboardServices = {
  session: Pick<SessionStore, 'read' | 'remove' | 'subscribe'>;
  users: Pick<Users, 'user' | 'subscriptionStatus' | 'signOut'>;
  /** For the person who is signed in: tells why a mail could not be sent. */
  sendRecoveryMail: Identity['sendOwnRecoveryMail'];
  /** Keeps the session fresh while the page is open; the answer stops it. */
  keepFresh(language: Language): () => void;
};

export const createDashboardServices = (endpoints: Endpoints): DashboardServices => {
  const identity = createIdentity(endpoints);
  const users = createUsers(endpoints);
  const session = createSessionStore();
  return {
    session,
    users,
    sendRecoveryMail: identity.sendOwnRecoveryMail,
    keepFresh: (language) =>
      startRenewal({
        store: session,
        renew: (old: Session): Promise<Result<Session>> => renewSession({ identity, users }, old, language),
        discard: (token) => void users.signOut(token),
      }),
  };
};
