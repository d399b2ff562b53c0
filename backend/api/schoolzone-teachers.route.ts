import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { ageGroups, schoolZonePaths } from '../../src/contracts/school-zone.ts';
import { defaultLanguage } from '../../src/contracts/language.ts';
import { tokenPattern } from '../../src/contracts/token.ts';
import type { Portal } from '../domain/portal.ts';
import { responses, successBody, success } from './responses.ts';
import { emptyIsNull, formTypes, langQuery, languageFromQuery, singleLine, numStudents } from './schoolzone-fields.ts';

export const classroomAnswer = success.extend({ classroomCode: z.string(), classroomID: z.string() });
export const classroomExample = { ...successBody, classroomCode: 'K7P-42M', classroomID: 'Zk3v8Qm1Xr5Tn9Wb2Yc6Hd' };

const body = z.object({
  email: z.string(),
  name: singleLine.min(1),
  numStudents,
  schoolName: singleLine.default('').transform(emptyIsNull),
  ageGroup: z
    .enum([...ageGroups, ''])
    .default('')
    .transform((group) => emptyIsNull(group)),
  referralEmail: z.string().default('').transform(emptyIsNull),
  teacherAuthID: z.string().regex(tokenPattern),
  teacherPlayfabID: z.string().regex(/^[0-9A-F]{1,16}$/),
});

/**
 * Registers a teacher (product-spec.md#7-calls-made). A repeated call with the same teacherAuthID and email returns the
 * same class.
 */
export const schoolZoneTeachersRoutes =
  ({ schoolZone }: Portal): FastifyPluginAsyncZod =>
  async (api) => {
    api.post(
      schoolZonePaths.teachers,
      {
        config: { auth: 'public', limit: 'teacher' },
        schema: {
          operationId: 'signUpTeacher',
          tags: ['School Zone'],
          summary: 'Sign a teacher up and mail the code of the classroom',
          description:
            'Creates a teacher with a class and mails its code. `teacherAuthID` is the idempotency key: the same call returns the same class.',
          errors: ['TEACHER_ALREADY_EXISTS'],
          examples: {
            body: {
              email: 'teacher@school.example',
              name: 'Ms Example',
              numStudents: '24',
              schoolName: 'Example School',
              ageGroup: '7-8',
              referralEmail: '',
              teacherAuthID: 'q1w2e3r4t5y6u7i8o9p0a1s2d3f4g5h6j7k8l9z0x1c',
              teacherPlayfabID: '9F8E7D6C5B4A',
            },
            answer: classroomExample,
          },

          consumes: formTypes,
          querystring: langQuery,
          body,
          response: responses(classroomAnswer),
        },
      },
      async (request) => {
        const { teacherAuthID: authId, teacherPlayfabID: playfabId, ...typed } = request.body;
        const language = languageFromQuery(request.query) ?? defaultLanguage;
        return {
          ...successBody,
          ...(await schoolZone.signUp({ ...typed, authId, playfabId, language }, request.ip)),
        };
      },
    );
  };
