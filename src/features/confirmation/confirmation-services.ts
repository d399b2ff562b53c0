import type { Endpoints } from '../../config/endpoints.ts';
import { type Billing, createBilling } from '../../services/billing/billing.ts';
import { createKeepFresh, type KeepFresh } from '../../services/users/keep-fresh.ts';
import { createSessionStore, type SessionStore } from '../../session/session-store.ts';

export type ConfirmationServices = {
  session: Pick<SessionStore, 'read' | 'remove' | 'subscribe'>;
  billing: Pick<Billing, 'refresh'>;
  keepFresh: KeepFresh;
};

export const createConfirmationServices = (endpoints: Endpoints): ConfirmationServices => {
  const session = createSessionStore();
  return { session, billing: createBilling(endpoints), keepFresh: createKeepFresh(endpoints, session) };
};
