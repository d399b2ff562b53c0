import { type ErrorCode, isErrorCode } from '../../contracts/error-codes.ts';
import { isSchoolZoneErrorCode } from '../../contracts/school-zone-codes.ts';
import { failureReader } from '../http/attempt.ts';

/** Reads a failure of the schoolzone-api. */
export const readSchoolZoneFailure = failureReader(
  (code): code is ErrorCode => isErrorCode(code) || isSchoolZoneErrorCode(code),
);
