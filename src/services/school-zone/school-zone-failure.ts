import type { Failure } from '../../contracts/error-codes.ts';
import { isSchoolZoneErrorCode } from '../../contracts/school-zone.ts';
import { literal, object, text } from '../../lib/shapes.ts';
import { failureOfApi } from '../http/failure.ts';

const isFailure = object({ success: literal(false), error: text });

/** The failures of School Zone's calls: its own codes, and those that every call can meet. */
export const failureOfSchoolZone = (body: unknown): Failure | undefined =>
  isFailure(body) && isSchoolZoneErrorCode(body.error) ? { code: body.error } : failureOfApi(body);
