import { describe, expect, it } from 'vitest';
import { signUpErrorCodes } from '../contracts/error-codes.ts';
import { loadTranslations, readableDuration } from './load-translations.ts';
import { errorKey, errorSentence } from './translate.ts';

const english = await loadTranslations('sign-in', 'en');
const french = await loadTranslations('sign-in', 'fr');

describe('the message of a failure', () => {
  it.each([
    ['sign-up', 'EmailAddressNotAvailable', 'EmailAddressNotAvailable'],
    ['sign-up', 'OFFLINE', 'OFFLINE'],
    ['sign-up', 'AccountNotFound', 'GENERIC_ERROR'],
    ['sign-up', '', 'GENERIC_ERROR'],
    ['account', 'InvalidEmailOrPassword', 'MANAGE_ACCOUNT_INVALIDEMAILORPASSWORD'],
    ['account', 'OFFLINE', 'OFFLINE'],
    ['account', 'NEVER_HEARD_OF', 'MANAGE_ACCOUNT_GENERIC_ERROR'],
    ['account', 'constructor', 'MANAGE_ACCOUNT_GENERIC_ERROR'],
  ] as const)('is read from the table of %s by the code: "%s"', (table, code, key) => {
    expect(errorKey(table, code)).toBe(key);
  });

  it.each(signUpErrorCodes)('is a separate one for %s at a sign-up, in both languages', (code) => {
    for (const t of [english, french]) {
      const others = signUpErrorCodes.filter((other) => other !== code);
      expect(others.map((other) => errorSentence(t, 'sign-up', other))).not.toContain(
        errorSentence(t, 'sign-up', code),
      );
    }
  });

  it('contains the time to wait in words', () => {
    const sentence = (retryAfter?: number) =>
      errorSentence(english, 'account', 'TOO_MANY_REQUESTS', retryAfter === undefined ? {} : { retryAfter });
    expect(sentence(30)).toBe('Too many tries. Please wait 30 seconds, then try again.');
    expect(sentence()).toBe('Too many tries. Please wait 1 minute, then try again.');
    expect(errorSentence(french, 'sign-up', 'TOO_MANY_REQUESTS', { retryAfter: 5400 })).toBe(
      'Trop de tentatives. Veuillez patienter 2\u00a0heures, puis réessayer.',
    );
  });
});

describe('a readable duration', () => {
  it('rounds a duration up, so that the wait is over when it says so', () => {
    const spoken = [0, 1, 59.2, 60, 61, 3600, 3601].map((seconds) => readableDuration(seconds, 'en'));
    expect(spoken).toEqual(['1 second', '1 second', '60 seconds', '1 minute', '2 minutes', '1 hour', '2 hours']);
  });
});
