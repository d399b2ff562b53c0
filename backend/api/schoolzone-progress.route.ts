import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { levelsMaximum, schoolZonePaths } from '../../src/contracts/school-zone.ts';
import { codeText } from '../../src/contracts/typed-text.ts';
import type { Portal } from '../domain/portal.ts';
import { responses, successBody, success } from './responses.ts';

const name = z.string().max(64);

/** Refuses unknown fields, so that no name of a child can be stored by accident: a child is a code. */
const body = z.strictObject({
  classroomCode: z.string().max(16).describe('As the teacher sees it. The dash and capital letters do not matter.'),
  studentCode: z
    .string()
    .max(16)
    .transform((typed) => codeText(typed).replaceAll('-', ''))
    .pipe(z.string().regex(/^[0-9A-Z]{1,8}$/))
    .describe('As the student types it. Spaces, `#`, dashes and capital letters do not matter.'),
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
 */
export const schoolZoneProgressRoutes =
  ({ schoolZone }: Portal): FastifyPluginAsyncZod =>
  async (api) => {
    api.post(
      schoolZonePaths.progress,
      {
        config: { auth: 'game' },
        schema: {
          operationId: 'reportProgress',
          tags: ['Game'],
          summary: 'Report a level that a student played',
          description: [
            'Stores one level that a student started (`completed: false`) or finished (`completed: true`).',
            'Send one report for each level, from the game’s server. The key must never be in an app: with it, one can write into every class.',
            'A report may be repeated, late or out of order. It counts once, and a completed level stays completed. So send a report again after a lost response, a 429 or a 5xx, not before the seconds in `Retry-After`. Every other 4xx is final: the same report fails again.',
            'A class may send 6,000 reports in ten minutes. Reports with unknown class or student codes have a lower limit of 300 in ten minutes for each server address.',
            '`playedAt` is for a device that was offline. It may be 60 days in the past. Without it, the time of the call counts. The body contains no name: a child is a code.',
          ].join('\n\n'),
          errors: [
            'PACKAGE_DOES_NOT_EXIST',
            'CONCEPT_DOES_NOT_EXIST',
            'LEVEL_DOES_NOT_EXIST',
            'CLASSROOM_DOES_NOT_EXIST',
            'STUDENT_DOES_NOT_EXIST',
            'TOO_MANY_REQUESTS',
          ],
          examples: {
            body: {
              classroomCode: 'K7P-42M',
              studentCode: '076',
              package: 'small_numbers',
              concept: 'counting_to_10',
              level: 'counting_to_10_03',
              completed: true,
              total: 8,
              playedAt: '2026-11-20T08:15:00+01:00',
            },
            answer: successBody,
          },

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
