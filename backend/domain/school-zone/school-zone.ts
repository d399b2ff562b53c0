import type { SchoolZoneDependencies } from './dependencies.ts';
import { createDetailed } from './class-page.ts';
import { createProgress } from './progress.ts';
import { createFollowLink, createRequestLink, createRequestUpdate } from './links.ts';
import { createTeachers } from './teachers.ts';

/** Creates the use cases of teachers, classrooms and progress. */
export const createSchoolZone = (deps: SchoolZoneDependencies) => ({
  ...createTeachers(deps),
  requestLink: createRequestLink(deps),
  requestUpdate: createRequestUpdate(deps),
  ...createFollowLink(deps),
  detailed: createDetailed(deps),
  ...createProgress(deps),
});
