import type { Database } from '../../db/database.ts';
import type { Clock } from '../clock.ts';
import type { SecurityEvents } from '../events.ts';
import type { Limits } from '../limits.ts';

export type SchoolZoneDependencies = {
  database: Database;
  clock: Clock;
  limits: Limits;
  gameKeys: readonly string[];
  events: SecurityEvents;
  /** Told when a mail was promised. */
  wake(): void;
};
