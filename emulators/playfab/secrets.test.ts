import { expect, it } from 'vitest';
import { hashPassword, passwordMatches } from './secrets.ts';

it('hashes a password with the parameters that OWASP recommends, and verifies it', async () => {
  const stored = await hashPassword('correct horse battery');
  expect(stored).toContain('$argon2id$v=19$m=19456,t=2,p=1$');
  expect(await passwordMatches(stored, 'correct horse battery')).toBe(true);
  expect(await passwordMatches(stored, 'correct horse batterY')).toBe(false);
});
