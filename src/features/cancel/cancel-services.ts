import type { Endpoints } from '../../config/endpoints.ts';
import { createLeavingClient, type LeavingClient } from '../../services/leaving/leaving.ts';
import { createSessionStore, type SessionStore } from '../../session/session-store.ts';

export type CancelServices = LeavingClient & { session: Pick<SessionStore, 'read'> };

export const createCancelServices = (endpoints: Endpoints): CancelServices => ({
  ...createLeavingClient(endpoints),
  session: createSessionStore(),
});
