import { expect, it } from 'vitest';
import { createRecoveryTemplate } from './recovery-template.ts';

it('uses a separate recovery mail template for each language', () => {
  const template = createRecoveryTemplate({});
  expect([template('en'), template('fr')]).toEqual(['recovery-en', 'recovery-fr']);
});

it('replaces the default ids with a title’s own, one language at a time', () => {
  const template = createRecoveryTemplate({ VITE_PLAYFAB_RECOVERY_TEMPLATES: ' fr = D4E5F6 ,de=1' });
  expect([template('en'), template('fr')]).toEqual(['recovery-en', 'D4E5F6']);
});
