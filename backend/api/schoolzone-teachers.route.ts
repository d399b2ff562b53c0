import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { ageGroups, schoolZonePaths } from '../../src/contracts/school-zone.ts';
import { defaultLanguage } from '../../src/contracts/language.ts';
import { tokenPattern } from '../../src/contracts/token.ts';
import type { Portal } from '../domain/portal.ts';
import { responses, successBody, success } from './responses.ts';
import { emptyIsNull, formTypes, langQuery, languageFromQuery, singleLine, numStudents } from './schoolzone-fields.ts';

export const classroomAnswer = success.extend({ classroomCode: z.string(), classroomID: z.string() });

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
 * Errors: INVALID_PAYLOAD, TEACHER_ALREADY_EXISTS, TOO_MANY_REQUESTS.
 */
export const schoolZoneTeachersRoutes =
  ({ schoolZone }: Portal): FastifyPluginAsyncZod =>
  async (api) => {
    api.post(
      schoolZonePaths.teachers,
      {
        config: { auth: 'public', limit: 'teacher' },
        schema: {
          summary: 'Sign a teacher up and mail the code of the classroom',
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
