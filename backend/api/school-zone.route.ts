import type { FastifyPluginAsync } from 'fastify';
import {
  applyClassroomChange,
  readClassroom,
  readClassroomChange,
  reportProgress,
  requestClassroomLink,
  requestClassroomUpdate,
  signUpTeacher,
  studentsMaximum,
  studentsMinimum,
} from '../../src/contracts/calls/school-zone.ts';
import { defaultLanguage, isLanguage, type Language } from '../../src/contracts/language.ts';
import { codeText } from '../../src/contracts/typed-text.ts';
import type { Portal } from '../domain/portal.ts';
import { Refusal } from '../domain/refusal.ts';
import { secretOf } from './guards.ts';
import type { SignsFor } from './origins.ts';
import { optionalLine, sendVersion, servingIn, singleLine } from './serve.ts';
import { visitorOf } from './visits.route.ts';

const mailedLink = [{ mailedLink: [] }];

const studentCodeOf = (typed: string): string => {
  const code = codeText(typed).replaceAll('-', '');
  if (!/^[0-9A-Z]{1,8}$/.test(code)) throw new Refusal('INVALID_PAYLOAD');
  return code;
};

const studentsOf = (digits: string): number => {
  const students = Number(digits);
  if (students < studentsMinimum || students > studentsMaximum) throw new Refusal('INVALID_PAYLOAD');
  return students;
};

const languageFromQuery = ({ lang }: { lang?: string }): Language | null => (isLanguage(lang) ? lang : null);

/** Serves School Zone's calls (product-spec.md#7-calls-made, decisions.md#6-flows and #7-embedded-server). */
export const schoolZoneRoutes =
  ({ schoolZone, idTokens }: Portal, signsFor: SignsFor): FastifyPluginAsync =>
  async (api) => {
    const serve = servingIn(api, { tag: 'School Zone' });
    const serveGame = servingIn(api, { tag: 'Game' });
    serve(
      signUpTeacher,
      {
        id: 'signUpTeacher',
        summary: 'Sign a teacher up and mail the code of the classroom',
        description:
          'Creates a teacher with a class and mails its code. `teacherAuthID` is the idempotency key: the same call returns the same class. With `partner`, the key of the partner’s page, and `ticket`, the PlayFab session ticket of `teacherPlayfabID`, it is also answered with an `idToken` for that partner’s server.',
        example: {
          email: 'teacher@school.example',
          name: 'Ms Example',
          numStudents: '24',
          schoolName: 'Example School',
          ageGroup: '7-8',
          referralEmail: '',
          teacherAuthID: 'q1w2e3r4t5y6u7i8o9p0a1s2d3f4g5h6j7k8l9z0x1c',
          teacherPlayfabID: '9F8E7D6C5B4A',
        },
        limit: 'teacher',
      },
      async ({ body, query, headers: { origin }, ip }) => {
        const { email, teacherAuthID: authId, teacherPlayfabID: playfabId, partner, ticket } = body;
        const fields = {
          email,
          name: singleLine(body.name),
          numStudents: studentsOf(body.numStudents),
          schoolName: optionalLine(body.schoolName ?? ''),
          ageGroup: body.ageGroup || null,
          referralEmail: body.referralEmail || null,
          authId,
          playfabId,
          language: languageFromQuery(query) ?? defaultLanguage,
          partner: partner ?? null,
        };
        if (partner !== undefined) {
          if (ticket === undefined) throw new Refusal('INVALID_PAYLOAD');
          if (!signsFor(partner, 'teacher', origin)) throw new Refusal('FORBIDDEN');
          await idTokens.requirePlayer(ticket, playfabId);
        }
        const { partner: signedFor, ...ids } = await schoolZone.signUp(fields, ip);
        if (partner === undefined) return ids;
        // A repetition is signed for the partner of the first call only.
        if (signedFor !== partner) throw new Refusal('FORBIDDEN');
        const idToken = await idTokens.ofTeacher(partner, playfabId, ids.classroomCode);
        return { ...ids, idToken, created: true };
      },
    );

    serve(
      requestClassroomUpdate,
      {
        id: 'requestClassroomUpdate',
        summary: 'Mail the teacher a link that changes the classroom',
        example: { email: 'teacher@school.example', numStudents: '26', reinitialize: 'false' },
        limit: 'classroom-update',
      },
      async ({ body: { email, numStudents, reinitialize }, query, ip }) =>
        schoolZone.requestUpdate(
          {
            email,
            numStudents: studentsOf(numStudents),
            reinitialize: reinitialize === 'true',
            language: languageFromQuery(query),
          },
          ip,
        ),
    );

    serve(
      requestClassroomLink,
      {
        id: 'requestClassroomLink',
        summary: 'Mail the teacher the link of the class',
        description:
          'Mails the link, the code and the student codes of a class to its teacher. The answer is the same for an address without a class.',
        example: { email: 'teacher@school.example' },
        limit: 'classroom-update',
      },
      async ({ body: { email }, query, ip }) =>
        schoolZone.requestLink({ email, language: languageFromQuery(query) }, ip),
    );

    serve(
      readClassroomChange,
      {
        id: 'getClassroomChange',
        summary: 'Read what a mailed link would change',
        security: mailedLink,
        limit: 'classroom-link',
      },
      async (request) => schoolZone.readLink(secretOf(request)),
    );

    serve(
      applyClassroomChange,
      {
        id: 'applyClassroomChange',
        summary: 'Apply the change of a mailed link',
        description: 'Applies the change of a mailed link, once. With `newLink`, the class gets another id.',
        security: mailedLink,
        example: { newLink: false },
        limit: 'classroom-link',
      },
      async (request) => schoolZone.followLink(secretOf(request), request.body, request.ip),
    );

    serve(
      readClassroom,
      {
        id: 'getClassroom',
        summary: 'Read a class, its students and their progress',
        description:
          'Returns a class and its progress to everybody who has its id. With `levels=counted` the answer has an `ETag`.',
        limit: 'classroom',
      },
      async (request, reply) => {
        const { params, query } = request;
        const visitor = visitorOf(request);
        if (query.levels === undefined) return schoolZone.listedClass(params.id, visitor);
        const isKnown = (version: string): boolean => sendVersion(request, reply, version);
        return (await schoolZone.countedClass(params.id, visitor, isKnown)) ?? reply.code(304).send();
      },
    );

    // The key is never in an app. A report may be repeated, late or out of order.
    serveGame(
      reportProgress,
      {
        id: 'reportProgress',
        summary: 'Report a level that a student played',
        description: [
          'Stores one level that a student started (`completed: false`) or finished (`completed: true`).',
          'Send one report for each level, from the game’s server. The key must never be in an app: with it, one can write into every class.',
          'A report may be repeated, late or out of order. It counts once, and a completed level stays completed. So send a report again after a lost response, a 429 or a 5xx, not before the seconds in `Retry-After`. Every other 4xx is final: the same report fails again.',
          'A class may send 6,000 reports in ten minutes. Reports with unknown class or student codes have a lower limit of 300 in ten minutes for each server address.',
          '`playedAt` is for a device that was offline. It may be 60 days in the past. Without it, the time of the call counts. The body contains no name: a child is a code.',
        ].join('\n\n'),
        example: {
          classroomCode: 'K7P-42M',
          studentCode: '076',
          package: 'small_numbers',
          concept: 'counting_to_10',
          level: 'counting_to_10_03',
          completed: true,
          total: 8,
          playedAt: '2026-11-20T08:15:00+01:00',
        },
        members: {
          classroomCode: 'As the teacher sees it. The dash and capital letters do not matter.',
          studentCode: 'As the student types it. Spaces, `#`, dashes and capital letters do not matter.',
          package: 'The id of a package.',
          concept: 'The id of a concept of this package.',
          level: 'The name of a level of this concept.',
          completed: 'false when the student started the level, true when it was finished.',
          total: 'How many levels the concept has in the game.',
          playedAt: 'When it was played. Default: the time of the call.',
        },
      },
      async ({ body, ip }) => schoolZone.report({ ...body, studentCode: studentCodeOf(body.studentCode) }, ip),
    );
  };
