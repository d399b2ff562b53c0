import type { Endpoints } from '../../config/endpoints.ts';
import {
  applyClassroomChange,
  type ApplyClassroomChangeBody,
  type ClassroomIds,
  readClassroomChange,
  type RequestedChange,
  isSchoolZoneFailure,
} from '../../contracts/calls/school-zone.ts';
import type { Result } from '../../lib/result.ts';
import { failureReader } from '../http/attempt.ts';
import { createHttp, type Http } from '../http/http.ts';
import { createPortalCall } from '../http/portal-call.ts';

/** Reads and applies a mailed link (decisions.md#6-flows, "Classroom update"). `secret` comes from the link. */
export const createClassroomLinks = (endpoints: Endpoints, http: Http = createHttp()) => {
  const call = createPortalCall(endpoints, http, failureReader(isSchoolZoneFailure));
  return {
    /** Returns the change of the link without using it up. */
    read: (secret: string, signal?: AbortSignal): Promise<Result<RequestedChange>> =>
      call(readClassroomChange, { token: secret }, signal),
    /** Applies the change once. With `newLink` the classroom has another id afterwards. */
    apply: (secret: string, body: ApplyClassroomChangeBody, signal?: AbortSignal): Promise<Result<ClassroomIds>> =>
      call(applyClassroomChange, { token: secret, body }, signal),
  };
};
export type ClassroomLinks = ReturnType<typeof createClassroomLinks>;
