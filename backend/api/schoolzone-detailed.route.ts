import type { FastifyPluginAsync } from 'fastify';
import { z } from 'zod';
import { helpReasons, schoolZonePaths } from '../../src/contracts/school-zone.ts';
import type { Portal } from '../domain/portal.ts';
import { responses, success } from './responses.ts';
import { visitorOf } from './visitor.ts';

const levelPlayed = z.object({ concept: z.string(), level: z.string(), completed: z.boolean() });
const student = z.object({
  studentCode: z.string(),
  levelStatus: z.string().describe("JSON: package -> concept -> 'done/total'"),
  levelsPlayed: z.array(levelPlayed),
  lastPlayedAt: z.iso.datetime().nullable(),
  lastPackage: z.string().nullable().describe('The package played last'),
});
export const classroomDetailedAnswer = success.extend({
  name: z.string(),
  code: z.string(),
  createdAt: z.iso.datetime(),
  students: z.array(student),
});
export const countedClassroomAnswer = classroomDetailedAnswer
  .extend({
    students: z.array(student.omit({ levelsPlayed: true })),
    readAt: z.iso.datetime().describe('The time of the server'),
    help: z
      .array(
        z.object({
          studentCode: z.string(),
          reason: z.enum(helpReasons),
          package: z.string().nullable().describe('The package played last'),
        }),
      )
      .describe('The students who may need help, of the whole class'),
  })
  .describe('With `levels=counted`');
const query = z.object({
  levels: z.literal('counted').optional().describe('Without `levelsPlayed`: a full class has 20,000 of them'),
});

/** Weak, because the time of the server is no part of the version. */
const etagOf = (version: string): string => `W/"${version}"`;

/**
 * Returns a class and its progress to anyone who has the link (decisions.md#8-privacy-and-consent).
 */
export const schoolZoneDetailedRoutes =
  ({ schoolZone }: Portal): FastifyPluginAsync =>
  async (api) => {
    api.get<{ Params: { id: string }; Querystring: z.infer<typeof query> }>(
      schoolZonePaths.classroomDetailed,
      {
        config: { auth: 'public', limit: 'classroom' },
        schema: {
          operationId: 'getClassroom',
          tags: ['School Zone'],
          summary: 'Read a class, its students and their progress',
          description:
            'Returns a class and its progress to everybody who has its id. With `levels=counted` the answer has an `ETag`. Send it as `If-None-Match`: while nothing changed, the answer is an empty 304.',
          errors: ['CLASSROOM_DOES_NOT_EXIST'],
          examples: {
            answer: {
              success: true,
              name: 'Ms Example',
              code: 'K7P-42M',
              createdAt: '2026-09-01T08:00:00.000Z',
              students: [
                {
                  studentCode: '076',
                  levelStatus: '{"small_numbers":{"counting_to_10":"1/8"}}',
                  levelsPlayed: [{ concept: 'counting_to_10', level: 'counting_to_10_03', completed: true }],
                  lastPlayedAt: '2026-11-20T07:15:00.000Z',
                  lastPackage: 'small_numbers',
                },
              ],
            },
          },

          params: z.object({ id: z.string() }),
          querystring: query,
          response: responses(z.union([classroomDetailedAnswer, countedClassroomAnswer])),
        },
      },
      async (request, reply) => {
        const { id } = request.params;
        const { version, text } = await schoolZone.detailed(id, visitorOf(request), {
          counted: request.query.levels === 'counted',
          isKnown: (one) => request.headers['if-none-match'] === etagOf(one),
        });
        if (version !== undefined) void reply.header('ETag', etagOf(version));
        if (text === undefined) return reply.code(304).send();
        return reply.type('application/json; charset=utf-8').send(text);
      },
    );
  };
