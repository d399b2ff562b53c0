import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createEndpoints } from '../../config/endpoints.ts';
import { fail } from '../../lib/result.ts';
import { createSignInServices } from './controller.ts';

const send = vi.fn();
beforeEach(() => {
  vi.stubGlobal('fetch', send);
  vi.spyOn(globalThis, 'localStorage', 'get').mockImplementation(() => {
    throw new DOMException('All cookies are blocked', 'SecurityError');
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it('sends nothing where the browser blocks all cookies, and gives the reason', async () => {
  const credentials = { email: 'parent@home.example', password: 'correct horse', language: 'en' } as const;
  const { signal } = new AbortController();
  const { signIn } = createSignInServices(createEndpoints('https://portal.example'));
  expect(await signIn({ ...credentials, keep: true }, signal)).toEqual(fail('STORAGE_BLOCKED'));
  expect(send).not.toHaveBeenCalled();
});
