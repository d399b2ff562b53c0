import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { ageGroups, schoolZonePaths } from '../../src/contracts/school-zone.ts';
import { defaultLanguage } from '../../src/contracts/language.ts';
import { tokenPattern } from '../../src/contracts/token.ts';
import type { Portal } from '../domain/portal.ts';
import { Refusal } from '../domain/refusal.ts';
import type { SignsFor } from './origins.ts';
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
  partner: z.string().max(64).optional(),
  // It is sent to PlayFab as a header.
  ticket: z
    .string()
    .regex(/^[!-~]{1,1024}$/)
    .optional(),
});

/**
 * Registers a teacher (product-spec.md#7-calls-made). A repeated call with the same teacherAuthID and email returns the
 * same class. A form in a partner's page also sends `partner`, its key, and `ticket`, the PlayFab session ticket of the
 * teacher's login, and gets a signed `idToken`.
 */
export const schoolZoneTeachersRoutes =
  ({ schoolZone, idTokens }: Portal, signsFor: SignsFor): FastifyPluginAsyncZod =>
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
            'Creates a teacher with a class and mails its code. `teacherAuthID` is the idempotency key: the same call returns the same class. With `partner`, the key of the partner’s page, and `ticket`, the PlayFab session ticket of `teacherPlayfabID`, it is also answered with an `idToken` for that partner’s server.',
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
          response: responses(
            classroomAnswer.extend({ idToken: z.string().optional(), created: z.literal(true).optional() }),
          ),
        },
      },
      async (request) => {
        const { teacherAuthID: authId, teacherPlayfabID: playfabId, partner, ticket, ...typed } = request.body;
        const language = languageFromQuery(request.query) ?? defaultLanguage;
        const signUp = async () => {
          const fields = { ...typed, authId, playfabId, language, partner: partner ?? null };
          const { partner: signedFor, ...ids } = await schoolZone.signUp(fields, request.ip);
          return { signedFor, ids };
        };
        if (partner === undefined) return { ...successBody, ...(await signUp()).ids };
        if (ticket === undefined) throw new Refusal('INVALID_PAYLOAD');
        if (!signsFor(partner, 'teacher', request.headers.origin)) throw new Refusal('FORBIDDEN');
        await idTokens.requirePlayer(ticket, playfabId);
        const { signedFor, ids } = await signUp();
        // A repetition is signed for the partner of the first call only.
        if (signedFor !== partner) throw new Refusal('FORBIDDEN');
        return {
          ...successBody,
          ...ids,
          idToken: await idTokens.ofTeacher(partner, playfabId, ids.classroomCode),
          created: true as const,
        };
      },
    );
  };
