import type { Endpoints } from '../../config/endpoints.ts';
import { type ErrorCode, isErrorCode } from '../../contracts/error-codes.ts';
import type { Language } from '../../contracts/language.ts';
import { type ClassroomAnswer, classroomIdPattern, isSchoolZoneErrorCode } from '../../contracts/school-zone.ts';
import { flag, type TypeGuard, literal, matching, object, text } from '../../lib/shapes.ts';
import { failureReader } from '../http/failure.ts';

/** Reads a failure of the schoolzone-api. */
export const readSchoolZoneFailure = failureReader(
  (code): code is ErrorCode => isErrorCode(code) || isSchoolZoneErrorCode(code),
);

export const isClassroomAnswer: TypeGuard<ClassroomAnswer> = object(
  { success: literal(true), classroomCode: text, classroomID: matching(classroomIdPattern) },
  { idToken: text, created: flag },
);

/** `lang` is the language of the mails that follow. */
export const schoolZoneAddress = ({ portal }: Endpoints, path: string, language: Language): string =>
  `${portal}${path}?lang=${language}`;
