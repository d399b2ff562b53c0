import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { schoolZonePaths } from '../../src/contracts/school-zone.ts';
import type { Portal } from '../domain/portal.ts';
import { responses, successBody, success } from './responses.ts';
import { bearerOf } from './guards.ts';
import { formTypes, langQuery, languageFromQuery, numStudents } from './schoolzone-fields.ts';
import { classroomAnswer, classroomExample } from './schoolzone-teachers.route.ts';

const change = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('update'),
    numStudents: z.number(),
    currentStudents: z.number().describe('Before the change'),
    reinitialize: z.boolean(),
  }),
  z.object({ kind: z.literal('restore'), clearedAt: z.iso.datetime() }),
]);

const mailedLink = [{ mailedLink: [] }];

/** Returns the link's secret. A missing secret gets the same answer as an invented one. */
const secretOf = (request: FastifyRequest): string => bearerOf(request) ?? '';

/**
 * Changes a classroom (product-spec.md#7-calls-made, decisions.md#6-flows). PUT changes nothing itself: it mails a link
 * to the teacher. The page behind the link reads by GET what the link would do, which does not use it up, and applies
 * it by POST, once.
 * A POST of an address mails the class's link again.
 */
export const schoolZoneClassroomsRoutes =
  ({ schoolZone }: Portal): FastifyPluginAsyncZod =>
  async (api) => {
    api.put(
      schoolZonePaths.classrooms,
      {
        config: { auth: 'public', limit: 'classroom-update' },
        schema: {
          operationId: 'requestClassroomUpdate',
          tags: ['School Zone'],
          summary: 'Mail the teacher a link that changes the classroom',
          description: 'Mails a link to the teacher. Only the page behind the link changes the class.',
          errors: ['TEACHER_DOES_NOT_EXIST', 'CLASSROOM_DOES_NOT_EXIST'],
          examples: {
            body: { email: 'teacher@school.example', numStudents: '26', reinitialize: 'false' },
            answer: successBody,
          },

          consumes: formTypes,
          querystring: langQuery,
          body: z.object({ email: z.string(), numStudents, reinitialize: z.enum(['true', 'false']) }),
          response: responses(success),
        },
      },
      async ({ body, query, ip }) => {
        const reinitialize = body.reinitialize === 'true';
        await schoolZone.requestUpdate({ ...body, reinitialize, language: languageFromQuery(query) }, ip);
        return successBody;
      },
    );

    api.post(
      schoolZonePaths.classroomLink,
      {
        config: { auth: 'public', limit: 'classroom-update' },
        schema: {
          operationId: 'requestClassroomLink',
          tags: ['School Zone'],
          summary: 'Mail the teacher the link of the class',
          description:
            'Mails the link, the code and the student codes of a class to its teacher. The answer is the same for an address without a class.',
          examples: { body: { email: 'teacher@school.example' }, answer: successBody },

          consumes: formTypes,
          querystring: langQuery,
          body: z.object({ email: z.string() }),
          response: responses(success),
        },
      },
      async ({ body, query, ip }) => {
        await schoolZone.requestLink({ ...body, language: languageFromQuery(query) }, ip);
        return successBody;
      },
    );

    api.get(
      schoolZonePaths.classroomUpdate,
      {
        config: { auth: 'public', limit: 'classroom-link' },
        schema: {
          operationId: 'getClassroomChange',
          tags: ['School Zone'],
          summary: 'Read what a mailed link would change',
          description: 'Returns what a mailed link would change. It does not use the link up.',
          errors: ['LINK_EXPIRED'],
          security: mailedLink,
          examples: {
            answer: {
              success: true,
              classroomCode: 'K7P-42M',
              change: { kind: 'update', numStudents: 26, currentStudents: 24, reinitialize: false },
            },
          },

          response: responses(success.extend({ change, classroomCode: z.string() })),
        },
      },
      async (request) => ({ ...successBody, ...(await schoolZone.lookAtLink(secretOf(request))) }),
    );

    api.post(
      schoolZonePaths.classroomUpdate,
      {
        config: { auth: 'public', limit: 'classroom-link' },
        schema: {
          operationId: 'applyClassroomChange',
          tags: ['School Zone'],
          summary: 'Apply the change of a mailed link',
          description: 'Applies the change of a mailed link, once. With `newLink`, the class gets another id.',
          errors: ['LINK_EXPIRED', 'STUDENTS_HAVE_PROGRESS'],
          security: mailedLink,
          examples: { body: { newLink: false }, answer: classroomExample },

          body: z.object({ newLink: z.boolean() }),
          response: responses(classroomAnswer),
        },
      },
      async (request) => ({
        ...successBody,
        ...(await schoolZone.followLink(secretOf(request), request.body, request.ip)),
      }),
    );
  };
