import { describe, expect, it } from 'vitest';
import { isAndroid } from './browser.ts';

describe('isAndroid', () => {
  it.each([
    [
      true,
      'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36',
    ],
    [true, 'Mozilla/5.0 (Android 15; Mobile; rv:145.0) Gecko/145.0 Firefox/145.0'],
    [false, 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36'],
    [
      false,
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0',
    ],
  ])('returns %s for %s', (expected, userAgent) => {
    expect(isAndroid({ userAgent })).toBe(expected);
  });
});
