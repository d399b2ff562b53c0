import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createEndpoints } from '../config/endpoints.ts';
import { limits } from '../config/limits.ts';
import { userApiVersion } from '../contracts/api.ts';
import { languages } from '../contracts/language.ts';
import { errorSentence } from '../i18n/error-sentence.ts';
import { loadWords } from '../i18n/load-words.ts';
import type { Translate } from '../i18n/translate.ts';
import type { Result } from '../lib/result.ts';
import { createHttp } from './http/http.ts';
import { createIdentity } from './identity/identity.ts';
import type { PlayfabSdk } from './identity/playfab-call.ts';
import { signInResponse } from './testing/builders.ts';
import { faults } from './testing/faults.ts';
import { createUsers } from './users/users.ts';

type Services = { users: ReturnType<typeof createUsers>; identity: ReturnType<typeof createIdentity> };

const token = 'A'.repeat(43);
const argument = { token, userApiVersion, newParentPortalAccount: true, lang: 'en' } as const;
const player = signInResponse();

/** Every call that the widgets and the dashboard make. */
const calls: Record<string, (services: Services) => Promise<Result<unknown>>> = {
  'register the token': ({ users }) => users.registerToken(token),
  'renew the token': ({ users }) => users.registerToken(token, { replaces: token }),
  'read the user': ({ users }) => users.user(token),
  'read the subscription': ({ users }) => users.subscriptionStatus(token),
  'sign out': ({ users }) => users.signOut(token),
  'delete the account': ({ users }) => users.deleteAccount(token, 'fr'),
  'reset the password': ({ users }) => users.resetPassword('secret', 'long enough'),
  LoginWithEmailAddress: ({ identity }) => identity.signIn('a@b.example', 'long enough'),
  RegisterPlayFabUser: ({ identity }) => identity.register('a@b.example', 'long enough'),
  LinkCustomID: ({ identity }) => identity.linkCustomId(player, 'custom'),
  ExecuteFunction: ({ identity }) => identity.addOrUpdateUser(player, argument),
  SendAccountRecoveryEmail: ({ identity }) => identity.sendRecoveryMail('a@b.example', 'en'),
};

let sdk: PlayfabSdk;
const words: Translate[] = [];
beforeAll(async () => {
  sdk = await import('./identity/playfab-sdk.ts');
  for (const language of languages) words.push(await loadWords('sign-in', language));
});
beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const table = Object.keys(calls).flatMap((call) => Object.keys(faults).map((fault) => ({ call, fault })));

describe('every call, whatever happens on the way', () => {
  it.each(table)('$call × $fault: a sentence within 15 s', async ({ call, fault }) => {
    const { answer, online, code } = faults[fault] ?? expect.fail();
    const fetch = (_: unknown, init?: RequestInit) => answer(init?.signal ?? expect.fail());
    const http = createHttp({ fetch, online: () => online });
    const endpoints = createEndpoints('https://portal.example', {});
    const users = createUsers(endpoints, http);
    const identity = createIdentity(endpoints, http, () => Promise.resolve(sdk));

    const start = Date.now();
    let end = Number.POSITIVE_INFINITY;
    const pending = calls[call]?.({ users, identity }).finally(() => (end = Date.now()));
    await vi.advanceTimersByTimeAsync(limits.interactiveDeadline);
    expect(end - start).toBeLessThanOrEqual(limits.interactiveDeadline);

    const result = await pending;
    const failure = result?.ok === false ? result.failure : expect.fail('The call succeeded');
    expect(failure.code).toBe(code);
    const sentences = words.map((t) => errorSentence(t, 'account', failure.code, failure));
    expect(new Set(sentences).size).toBe(languages.length);
    for (const sentence of sentences) expect(sentence).toMatch(/^[A-Z].{20,}\.$/);
  });
});
