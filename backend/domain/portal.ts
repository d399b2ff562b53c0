import type { Database } from '../db/database.ts';
import type { PlayfabGateway } from '../gateways/playfab.ts';
import { createAnalytics } from './analytics.ts';
import { createCaller } from './caller.ts';
import type { Clock } from './clock.ts';
import { createDeletion } from './deletion.ts';
import type { SecurityEvents } from './events.ts';
import { createLimits } from './limits.ts';
import { createRecovery } from './recovery.ts';
import { createSessions } from './sessions.ts';
import { createUsers } from './users.ts';

export type PortalDependencies = {
  database: Database;
  clock: Clock;
  playfab: PlayfabGateway;
  titleId: string;
  /** Any of them opens the function route; two while one is being changed. At least 32 signs each. */
  functionSecrets: readonly string[];
  events: SecurityEvents;
};

export type Portal = ReturnType<typeof createPortal>;

/** The product's use cases, wired once. No HTTP in here. */
export const createPortal = ({ database, clock, playfab, titleId, functionSecrets, events }: PortalDependencies) => {
  const limits = createLimits(database, clock, events);
  return {
    limits,
    events,
    sessions: createSessions(database, clock, events),
    users: createUsers(database, clock, limits),
    recovery: createRecovery(database, clock, playfab, events),
    deletion: createDeletion(database, clock, playfab, events),
    analytics: createAnalytics(database, clock),
    caller: createCaller(playfab, { titleId, secrets: functionSecrets }, events),
  };
};
