import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { levelsMaximum, schoolZonePaths } from '../../src/contracts/school-zone.ts';
import type { Portal } from '../domain/portal.ts';
import { responses, successBody, success } from './responses.ts';

const name = z.string().max(64);

/** Refuses unknown fields, so that no name of a child can be stored by accident: a child is a code. */
const body = z.strictObject({
  classroomCode: z.string().max(16).describe('As the teacher sees it. The dash and capital letters do not matter.'),
  studentCode: z
    .string()
    .regex(/^[0-9A-Z]{1,8}$/)
    .describe('As the student types it.'),
  package: name.describe('The id of a package.'),
  concept: name.describe('The id of a concept of this package.'),
  level: name.describe('The name of a level of this concept.'),
  completed: z.boolean().describe('false when the student started the level, true when it was finished.'),
  total: z.int().min(1).max(levelsMaximum).describe('How many levels the concept has in the game.'),
  playedAt: z.iso.datetime({ offset: true }).optional().describe('When it was played. Default: the time of the call.'),
});

/**
 * Stores one level that a student opened or finished, reported by the game's server (decisions.md#7-embedded-server).
 * The key is never in an app. A report may be repeated, late or out of order.
 * Errors: UNAUTHORIZED (the key), INVALID_PAYLOAD, PACKAGE_DOES_NOT_EXIST, CONCEPT_DOES_NOT_EXIST, LEVEL_DOES_NOT_EXIST
 * (400), CLASSROOM_DOES_NOT_EXIST, STUDENT_DOES_NOT_EXIST (404), TOO_MANY_REQUESTS.
 */
export const schoolZoneProgressRoutes =
  ({ schoolZone }: Portal): FastifyPluginAsyncZod =>
  async (api) => {
    api.post(
      schoolZonePaths.progress,
      {
        config: { auth: 'game' },
        schema: {
          summary: 'Report a level that a student played',
          body,
          response: responses(success),
        },
      },
      async ({ body: { playedAt, ...played }, ip }) => {
        await schoolZone.report({ ...played, ...(playedAt !== undefined && { playedAt }) }, ip);
        return successBody;
      },
    );
  };
