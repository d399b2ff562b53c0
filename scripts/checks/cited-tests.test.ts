import { describe, expect, it } from 'vitest';
import { citedTests, missingTests } from './cited-tests.mjs';

const text =
  '- `a/one.browser.test.ts` "rejects a token"\n- `e2e/two.e2e.ts` "accepts %s (twice)"\n- `code.ts` "no test"';

describe('the tests that docs/security.md cites', () => {
  it('reads the file and the title of each cited test', () => {
    expect(citedTests(text)).toEqual([
      { file: 'a/one.browser.test.ts', title: 'rejects a token' },
      { file: 'e2e/two.e2e.ts', title: 'accepts %s (twice)' },
    ]);
  });

  it('reports a cited title that no test of its file has', () => {
    const ran = new Map([['a/one.browser.test.ts', ['rejects a token twice']]]);
    expect(missingTests(citedTests(text), ran)).toEqual([{ file: 'a/one.browser.test.ts', title: 'rejects a token' }]);
  });

  it('accepts any value for %s in a cited title, and ignores files that did not run', () => {
    const ran = new Map([['e2e/two.e2e.ts', ['accepts spaces (twice)']]]);
    expect(missingTests(citedTests(text), ran)).toEqual([]);
  });
});
