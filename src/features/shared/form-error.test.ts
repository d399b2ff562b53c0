import { expect, it } from 'vitest';
import { checkEmail, credentialIssues, requestFailed } from './form-error.ts';
import { isCommonPassword } from './password.tsx';

it.each([
  ['', 'ALL_FIELDS_REQUIRED', { email: 'missing' }],
  ['parent mail.example', 'InvalidEmailAddress', { email: 'invalid' }],
] as const)('stops %j with %s before anything is sent', (email, code, fields) => {
  expect(checkEmail(email)).toEqual({ failure: { code }, fields, sent: false });
});

it.each([
  ['InvalidEmailOrPassword', { email: 'refused', password: 'refused' }],
  ['InvalidEmailAddress', { email: 'invalid' }],
  ['InvalidPassword', { password: 'refused' }],
  ['TIMEOUT', {}],
] as const)('marks the fields that the response %s concerns: %o', (code, fields) => {
  expect(requestFailed({ code }, credentialIssues(code))).toEqual({ failure: { code }, fields, sent: true });
});

it.each(['password1', 'P@ssw0rd!', 'motdepasse', '12345678', 'azertyuiop', 'qwerty123', 'aaaaaaaa', 'abc1234'])(
  'recognises %s as a common password',
  (password) => expect(isCommonPassword(password)).toBe(true),
);

it.each(['', 'correct horse battery', 'my password is long', '🦊🦉🐢🐙', 'a12345678z'])(
  'accepts %j as an uncommon password',
  (password) => expect(isCommonPassword(password)).toBe(false),
);
