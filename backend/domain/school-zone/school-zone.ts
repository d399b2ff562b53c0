import type { SchoolZoneDependencies } from './dependencies.ts';
import { createDetailed } from './detailed.ts';
import { createProgress } from './progress.ts';
import { createRequestLink } from './request-link.ts';
import { createRequestUpdate } from './request-update.ts';
import { createTeachers } from './teachers.ts';
import { createFollowLink } from './follow-link.ts';

/** Creates the use cases of teachers, classrooms and progress. */
export const createSchoolZone = (deps: SchoolZoneDependencies) => ({
  ...createTeachers(deps),
  requestLink: createRequestLink(deps),
  requestUpdate: createRequestUpdate(deps),
  ...createFollowLink(deps),
  detailed: createDetailed(deps),
  ...createProgress(deps),
});
export type SchoolZone = ReturnType<typeof createSchoolZone>;
