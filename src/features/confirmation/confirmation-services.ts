import type { Endpoints } from '../../config/endpoints.ts';
import { type BillingClient, createBillingClient } from '../../services/billing/billing.ts';
import { createSessionRenewal, type StartSessionRenewal } from '../../services/users/session-renewal.ts';
import { createSessionStore, type SessionStore } from '../../session/session-store.ts';

export type ConfirmationServices = {
  session: Pick<SessionStore, 'read' | 'remove' | 'subscribe'>;
  billing: Pick<BillingClient, 'refresh'>;
  startRenewal: StartSessionRenewal;
};

export const createConfirmationServices = (endpoints: Endpoints): ConfirmationServices => {
  const session = createSessionStore();
  return { session, billing: createBillingClient(endpoints), startRenewal: createSessionRenewal(endpoints, session) };
};
