import type { Endpoints } from '../../config/endpoints.ts';
import { type SignedResult, signedOf } from '../../contracts/id-token.ts';
import type { Language } from '../../contracts/language.ts';
import {
  type ClassroomIds,
  type CreateTeacherBody,
  type RequestLinkBody,
  schoolZonePaths,
  type UpdateClassroomBody,
} from '../../contracts/school-zone.ts';
import { type Result, succeed, withoutValue } from '../../lib/result.ts';
import { createHttp, type Http } from '../http/http.ts';
import { isSuccess } from '../http/portal-api.ts';
import { isClassroomAnswer, readSchoolZoneFailure, schoolZoneAddress } from './school-zone-api.ts';

/** The teachers' part of the schoolzone-api (product-spec.md#7-calls-made). */
export type TeachersClient = {
  /** Is not retried. `teacherAuthID` makes it safe to submit again. */
  create(
    body: CreateTeacherBody,
    language: Language,
    signal?: AbortSignal,
  ): Promise<Result<ClassroomIds & SignedResult>>;
  /** Mails the link of the class, if the address has one. */
  requestLink(body: RequestLinkBody, language: Language, signal?: AbortSignal): Promise<Result<void>>;
  /** Changes nothing yet: the teacher receives a mail with a link that applies the change. */
  requestUpdate(body: UpdateClassroomBody, language: Language, signal?: AbortSignal): Promise<Result<void>>;
};

export const createTeachersClient = (endpoints: Endpoints, http: Http = createHttp()): TeachersClient => {
  const shared = { readFailure: readSchoolZoneFailure, repeatable: false } as const;
  return {
    create: async (form, language, signal) => {
      const url = schoolZoneAddress(endpoints, schoolZonePaths.teachers, language);
      const result = await http.request({ ...shared, method: 'POST', url, form, answer: isClassroomAnswer, signal });
      if (!result.ok) return result;
      const { classroomCode, classroomID } = result.value;
      return succeed({ classroomCode, classroomID, ...signedOf(result.value) });
    },

    requestLink: async (form, language, signal) => {
      const url = schoolZoneAddress(endpoints, schoolZonePaths.classroomLink, language);
      return withoutValue(await http.request({ ...shared, method: 'POST', url, form, answer: isSuccess, signal }));
    },

    requestUpdate: async (form, language, signal) => {
      const url = schoolZoneAddress(endpoints, schoolZonePaths.classrooms, language);
      // Not repeatable, because two mails, of which only the newer link works, would confuse people.
      return withoutValue(await http.request({ ...shared, method: 'PUT', url, form, answer: isSuccess, signal }));
    },
  };
};
