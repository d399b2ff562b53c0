import type { FastifyInstance } from 'fastify';
import { classroomDetailedPath, type ProgressBody, schoolZonePaths } from '../../src/contracts/school-zone.ts';
import type { TestClassroom } from './classroom.ts';
import { gameKeys } from './test-api.ts';

/** Returns a report of the first level of the first concept, completed by the first student. */
export const firstLevel = ({ classroomCode, studentCodes }: TestClassroom): ProgressBody => ({
  classroomCode,
  studentCode: studentCodes[0] ?? '',
  package: 'small_numbers',
  concept: 'counting_to_10',
  level: 'counting_to_10_01',
  completed: true,
  total: 8,
});

/** Creates the calls of the game's server and of a teacher's page, for any app that has the API. */
export const createGameCalls = (app: FastifyInstance) => ({
  report: (payload: object, { key = gameKeys[0], ip = '203.0.113.7' } = {}) =>
    app.inject({
      method: 'POST',
      url: schoolZonePaths.progress,
      remoteAddress: ip,
      headers: { authorization: `Bearer ${key}` },
      payload,
    }),
  detailed: (classroomID: string) => app.inject(classroomDetailedPath(classroomID)),
  /** @param etag of an earlier answer */
  counted: (classroomID: string, etag?: string) =>
    app.inject({
      url: `${classroomDetailedPath(classroomID)}?levels=counted`,
      headers: etag === undefined ? {} : { 'if-none-match': etag },
    }),
});
