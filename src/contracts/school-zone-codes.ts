/** Codes that only School Zone returns. The first four are from product-spec.md#8-error-catalogue. */
export const schoolZoneErrorCodes = [
  'TEACHER_ALREADY_EXISTS',
  'TEACHER_DOES_NOT_EXIST',
  'CLASSROOM_DOES_NOT_EXIST',
  'INVALID_CLASSROOM',
  /** More students have progress than the requested class size. */
  'STUDENTS_HAVE_PROGRESS',
  /** The remaining codes are for the game's developers: they name the mistake in a progress report. */
  'STUDENT_DOES_NOT_EXIST',
  'PACKAGE_DOES_NOT_EXIST',
  'CONCEPT_DOES_NOT_EXIST',
  'LEVEL_DOES_NOT_EXIST',
] as const;
export type SchoolZoneErrorCode = (typeof schoolZoneErrorCodes)[number];
export const isSchoolZoneErrorCode = (value: unknown): value is SchoolZoneErrorCode =>
  schoolZoneErrorCodes.some((code) => code === value);
