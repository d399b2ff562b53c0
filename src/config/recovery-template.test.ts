import { expect, it } from 'vitest';
import { createRecoveryTemplate } from './recovery-template.ts';

it('the recovery mail of each language has an id of its own', () => {
  const template = createRecoveryTemplate({});
  expect([template('en'), template('fr')]).toEqual(['recovery-en', 'recovery-fr']);
});

it('a title’s own ids take their place, one language at a time', () => {
  const template = createRecoveryTemplate({ VITE_PLAYFAB_RECOVERY_TEMPLATES: ' fr = D4E5F6 ,de=1' });
  expect([template('en'), template('fr')]).toEqual(['recovery-en', 'D4E5F6']);
});
