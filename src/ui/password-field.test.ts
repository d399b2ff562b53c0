import { describe, expect, it } from 'vitest';
import { isCommonPassword } from './password-field.tsx';

describe('isCommonPassword', () => {
  it.each([
    'password1',
    'P@ssw0rd!',
    'motdepasse',
    '12345678',
    '1234567890',
    'azertyuiop',
    'qwerty123',
    'aaaaaaaa',
    'abc1234',
  ])('recognises %s as a common password', (password) => expect(isCommonPassword(password)).toBe(true));

  it.each(['', 'correct horse battery', 'my password is long', '🦊🦉🐢🐙', 'a12345678z'])(
    'accepts %j as an uncommon password',
    (password) => expect(isCommonPassword(password)).toBe(false),
  );
});
