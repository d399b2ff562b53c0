import { afterEach, describe, expect, it, vi } from 'vitest';
import { emailHash } from './email-hash.ts';

describe('the digest of an address', () => {
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  it('is SHA-256 in hex of the lower-cased address, however it was typed', async () => {
    const digest = '973dfe463ec85785f5f95af5ba3906eedb2d931c24e69824a89ea65dba4e813b';
    expect(await emailHash('test@example.com')).toBe(digest);
    expect(await emailHash(' Test@Example.com ')).toBe(digest);
  });

  it('is absent where a browser can not make it', async () => {
    vi.stubGlobal('crypto', {});
    expect(await emailHash('test@example.com')).toBeUndefined();
  });
});
