import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createEndpoints, type Endpoints } from '../../src/config/endpoints.ts';
import { fail } from '../../src/lib/result.ts';
import { createDashboardServices } from '../../src/features/dashboard/services.ts';
import { createSignInServices } from '../../src/features/sign-in/controller.ts';
import { createSignUpServices } from '../../src/features/sign-up/controller.ts';

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

it.each([
  ['a sign-in', (endpoints: Endpoints) => createSignInServices(endpoints).signIn],
  ['a sign-up', (endpoints: Endpoints) => createSignUpServices(endpoints).signUp],
  ['a sign-in before a deletion', (endpoints: Endpoints) => createDashboardServices(endpoints).signInAgain],
])('sends nothing of %s where the browser blocks all cookies, and gives the reason', async (_, create) => {
  const credentials = { email: 'parent@home.example', password: 'correct horse', language: 'en', keep: true } as const;
  const authenticate = create(createEndpoints('https://portal.example'));
  expect(await authenticate(credentials, new AbortController().signal)).toEqual(fail('STORAGE_BLOCKED'));
  expect(send).not.toHaveBeenCalled();
});
