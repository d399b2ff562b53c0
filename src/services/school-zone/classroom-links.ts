import type { Endpoints } from '../../config/endpoints.ts';
import {
  applyClassroomChange,
  type ApplyClassroomChangeBody,
  type ClassroomIds,
  readClassroomChange,
  type RequestedChange,
} from '../../contracts/calls/school-zone.ts';
import type { Result } from '../../lib/result.ts';
import { createHttp, type Http } from '../http/http.ts';
import { createPortalCall } from '../http/portal-call.ts';
import { readSchoolZoneFailure } from './school-zone-api.ts';

/** Reads and applies a mailed link (decisions.md#6-flows, "Classroom update"). `secret` comes from the link. */
export type ClassroomLinks = {
  /** Returns the change of the link without using it up. */
  read(secret: string, signal?: AbortSignal): Promise<Result<RequestedChange>>;
  /** Applies the change once. With `newLink` the classroom has another id afterwards. */
  apply(secret: string, choice: ApplyClassroomChangeBody, signal?: AbortSignal): Promise<Result<ClassroomIds>>;
};

export const createClassroomLinks = (endpoints: Endpoints, http: Http = createHttp()): ClassroomLinks => {
  const call = createPortalCall(endpoints, http, readSchoolZoneFailure);
  return {
    read: (token, signal) => call(readClassroomChange, { token }, signal),
    apply: (token, body, signal) => call(applyClassroomChange, { token, body }, signal),
  };
};
