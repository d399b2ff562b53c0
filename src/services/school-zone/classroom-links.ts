import type { Endpoints } from '../../config/endpoints.ts';
import {
  type ApplyClassroomChangeBody,
  type ClassroomIds,
  type ClassroomChange,
  type ClassroomChangeAnswer,
  schoolZonePaths,
} from '../../contracts/school-zone.ts';
import { type Result, succeed } from '../../lib/result.ts';
import { flag, type TypeGuard, literal, number, object, text } from '../../lib/shapes.ts';
import { createHttp, type Http } from '../http/http.ts';
import { bearer } from '../http/portal-api.ts';
import { isClassroomAnswer, readSchoolZoneFailure } from './school-zone-api.ts';

export type RequestedChange = { change: ClassroomChange; classroomCode: string };

/** Reads and applies a mailed link (decisions.md#6-flows, "Classroom update"). `secret` comes from the link. */
export type ClassroomLinks = {
  /** Returns the change of the link without using it up. */
  read(secret: string, signal?: AbortSignal): Promise<Result<RequestedChange>>;
  /** Applies the change once. With `newLink` the classroom has another id afterwards. */
  apply(secret: string, choice: ApplyClassroomChangeBody, signal?: AbortSignal): Promise<Result<ClassroomIds>>;
};

const isUpdate = object({ kind: literal('update'), numStudents: number, currentStudents: number, reinitialize: flag });
const isRestore = object({ kind: literal('restore'), clearedAt: text });
const isChange = (input: unknown): input is ClassroomChange => isUpdate(input) || isRestore(input);
const isRequestedChange: TypeGuard<ClassroomChangeAnswer> = object({
  success: literal(true),
  change: isChange,
  classroomCode: text,
});

export const createClassroomLinks = ({ portal }: Endpoints, http: Http = createHttp()): ClassroomLinks => {
  const shared = { url: portal + schoolZonePaths.classroomUpdate, readFailure: readSchoolZoneFailure };
  return {
    read: async (secret, signal) => {
      const headers = bearer(secret);
      const result = await http.request({ ...shared, method: 'GET', headers, answer: isRequestedChange, signal });
      if (!result.ok) return result;
      const { change, classroomCode } = result.value;
      return succeed({ change, classroomCode });
    },

    apply: async (secret, json, signal) => {
      const headers = bearer(secret);
      const result = await http.request({
        ...shared,
        method: 'POST',
        json,
        headers,
        answer: isClassroomAnswer,
        signal,
      });
      if (!result.ok) return result;
      const { classroomCode, classroomID } = result.value;
      return succeed({ classroomCode, classroomID });
    },
  };
};
