import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { levelsMaximum, schoolZonePaths } from '../../src/contracts/school-zone.ts';
import type { Portal } from '../domain/portal.ts';
import { answers, done, success } from './answers.ts';

const name = z.string().max(64);

/** A child is a code: what is not asked for is refused, so that nobody's name can come along. */
const body = z.strictObject({
  classroomCode: z.string().max(16),
  studentCode: z.string().regex(/^[0-9A-Z]{1,8}$/),
  package: name,
  concept: name,
  level: name,
  completed: z.boolean(),
  total: z.int().min(1).max(levelsMaximum),
  playedAt: z.iso.datetime({ offset: true }).optional(),
});

/**
 * One level that a student opened or finished, told by the game's server (decisions section 7); its key is never in
 * an app. May be repeated, and come late or out of order.
 * Errors: UNAUTHORIZED (the key), INVALID_PAYLOAD, PACKAGE_DOES_NOT_EXIST, CONCEPT_DOES_NOT_EXIST,
 * LEVEL_DOES_NOT_EXIST (400), CLASSROOM_DOES_NOT_EXIST, STUDENT_DOES_NOT_EXIST (404), TOO_MANY_REQUESTS.
 */
export const schoolZoneProgressRoutes =
  (portal: Portal): FastifyPluginAsyncZod =>
  async (api) => {
    api.post(
      schoolZonePaths.progress,
      {
        config: { auth: 'game' },
        schema: {
          summary: 'Report a level that a student played',
          security: [{ bearer: [] }],
          body,
          response: answers(success),
        },
      },
      async ({ body: { playedAt, ...played }, ip }) => {
        await portal.schoolZone.report({ ...played, ...(playedAt !== undefined && { playedAt }) }, ip);
        return done;
      },
    );
  };
