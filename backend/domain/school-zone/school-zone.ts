import type { Database } from '../../db/database.ts';
import type { Clock } from '../clock.ts';
import type { SecurityEvents } from '../events.ts';
import type { Limits } from '../limits.ts';
import { createDetailed } from './detailed.ts';
import { createProgress } from './progress.ts';
import { createRequestUpdate } from './request-update.ts';
import { createTeachers } from './teachers.ts';
import { createFollowLink } from './follow-link.ts';

export type SchoolZoneDependencies = {
  database: Database;
  clock: Clock;
  limits: Limits;
  gameKeys: readonly string[];
  events: SecurityEvents;
  /** Told when a mail was promised. */
  wake(): void;
};

/** Teachers, their classrooms, and what the classes play. */
export const createSchoolZone = (deps: SchoolZoneDependencies) => ({
  ...createTeachers(deps),
  requestUpdate: createRequestUpdate(deps),
  ...createFollowLink(deps),
  detailed: createDetailed(deps),
  ...createProgress(deps),
});
export type SchoolZone = ReturnType<typeof createSchoolZone>;
