import { describe, expect, it } from 'vitest';
import { errorSentence } from './error-sentence.ts';
import { loadWords } from './load-words.ts';

describe('loadWords', () => {
  it('says an error with the time to wait', async () => {
    const t = await loadWords('site', 'en');
    expect(errorSentence(t, 'account', 'TOO_MANY_REQUESTS', { retryAfter: 90 })).toBe(
      'Too many tries. Please wait 2 minutes, then try again.',
    );
  });
});
