import type { Database } from '../../db/database.ts';
import type { Clock } from '../clock.ts';
import type { SecurityEvents } from '../events.ts';
import type { Limits } from '../limits.ts';

export type SchoolZoneDependencies = {
  database: Database;
  clock: Clock;
  limits: Limits;
  events: SecurityEvents;
  /** Told when a mail was promised. */
  wake(): void;
};

/** Teachers, their classrooms, and what the classes play. */
export const createSchoolZone = (_deps: SchoolZoneDependencies) => ({});
export type SchoolZone = ReturnType<typeof createSchoolZone>;
