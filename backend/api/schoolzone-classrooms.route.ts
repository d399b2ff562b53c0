import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { schoolZonePaths } from '../../src/contracts/school-zone.ts';
import type { Portal } from '../domain/portal.ts';
import { answers, done, success } from './answers.ts';
import { bearerOf } from './guards.ts';
import { formTypes, langQuery, languageOf, numStudents } from './schoolzone-fields.ts';
import { classroomAnswer } from './schoolzone-teachers.route.ts';

const change = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('update'),
    numStudents: z.number(),
    currentStudents: z.number().describe('Before the change'),
    reinitialize: z.boolean(),
  }),
  z.object({ kind: z.literal('restore'), clearedAt: z.iso.datetime() }),
]);

/** None is as good as a made-up one: both have the one answer. */
const secretOf = (request: FastifyRequest): string => bearerOf(request) ?? '';

/**
 * Changing a classroom (spec section 7, decisions section 6). PUT changes nothing by itself: it mails the teacher a
 * link. The page behind it asks by GET what the link would do, which spends nothing, and POSTs to do it, once.
 * Errors: INVALID_PAYLOAD, TEACHER_DOES_NOT_EXIST, CLASSROOM_DOES_NOT_EXIST, STUDENTS_HAVE_PROGRESS (409),
 * LINK_EXPIRED (410), TOO_MANY_REQUESTS.
 */
export const schoolZoneClassroomsRoutes =
  (portal: Portal): FastifyPluginAsyncZod =>
  async (api) => {
    api.put(
      schoolZonePaths.classrooms,
      {
        config: { auth: 'public', limit: 'classroom-update' },
        schema: {
          summary: 'Mail the teacher a link that changes the classroom',
          consumes: formTypes,
          querystring: langQuery,
          body: z.object({ email: z.string(), numStudents, reinitialize: z.enum(['true', 'false']) }),
          response: answers(success),
        },
      },
      async ({ body, query, ip }) => {
        const reinitialize = body.reinitialize === 'true';
        await portal.schoolZone.requestUpdate({ ...body, reinitialize, language: languageOf(query) }, ip);
        return done;
      },
    );

    api.get(
      schoolZonePaths.classroomUpdate,
      {
        config: { auth: 'public', limit: 'classroom-link' },
        schema: {
          summary: 'What a mailed link would change',
          response: answers(success.extend({ change, classroomCode: z.string() })),
          security: [{ bearer: [] }],
        },
      },
      async (request) => ({ ...done, ...(await portal.schoolZone.lookAtLink(secretOf(request))) }),
    );

    api.post(
      schoolZonePaths.classroomUpdate,
      {
        config: { auth: 'public', limit: 'classroom-link' },
        schema: {
          summary: 'Do what a mailed link stands for, once',
          body: z.object({ newLink: z.boolean() }),
          response: answers(classroomAnswer),
          security: [{ bearer: [] }],
        },
      },
      async (request) => ({ ...done, ...(await portal.schoolZone.followLink(secretOf(request), request.body)) }),
    );
  };
