import errors from '../../locales/en/errors.json' with { type: 'json' };
import teacherForm from '../../locales/en/teacher-sign-up.json' with { type: 'json' };
import { errorCodes } from '../../src/contracts/error-codes.ts';
import { schoolZoneErrorCodes } from '../../src/contracts/school-zone.ts';

const messages: Readonly<Record<string, string>> = { ...errors, ...teacherForm.problems };

/** Returns the English message of a code, or undefined when no form shows the code. */
export const messageOf = (code: string): string | undefined =>
  messages[code] ?? messages[`MANAGE_ACCOUNT_${code.toUpperCase()}`] ?? messages[`TEACHER_SIGNUP_${code}`];

/** The codes that a form can report, in the order of the contracts. */
export const partnerErrorCodes = [...errorCodes, ...schoolZoneErrorCodes].filter(
  (code) => messageOf(code) !== undefined,
);
