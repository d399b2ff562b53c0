import { describe, expect, it, vi } from 'vitest';
import { fail, succeed } from '../../lib/result.ts';
import type { Identity } from '../../services/identity/identity.ts';
import { signInResponse } from '../../services/testing/builders.ts';
import type { UsersClient } from '../../services/users/users.ts';
import { assembleSignIn } from './controller.ts';

const build = () => {
  const order: string[] = [];
  const step =
    <T>(name: string, value: T) =>
    () => {
      order.push(name);
      return value;
    };
  const done = succeed(undefined);
  const registered = succeed({});
  const addOrUpdateUser = vi.fn<Identity['addOrUpdateUser']>(
    step('addOrUpdateUser', Promise.resolve(succeed({ userID: 'user' }))),
  );
  const registerToken = vi.fn<UsersClient['registerToken']>(step('PUT integrations', Promise.resolve(registered)));
  const services = assembleSignIn({
    identity: {
      register: vi.fn(),
      signIn: step('LoginWithEmailAddress', Promise.resolve(succeed(signInResponse()))),
      linkCustomId: step('LinkCustomID', Promise.resolve(done)),
      keepContactAddress: step('contact address', Promise.resolve(done)),
      addOrUpdateUser,
      sendRecoveryMail: vi.fn(),
    },
    users: { registerToken },
    store: { write: step('store', true) },
    consent: { given: () => true, giveNecessary: () => {}, subscribe: () => () => {} },
  });
  const signIn = (keep: boolean) =>
    services.signIn(
      { email: 'parent@mail.example', password: 'secret', language: 'fr', keep },
      new AbortController().signal,
    );
  return { order, signIn, addOrUpdateUser, registerToken };
};

describe('signing in', () => {
  it('makes the specified calls, without creating anything', async () => {
    const { order, signIn, addOrUpdateUser } = build();
    const result = await signIn(true);
    expect(order).toEqual(['LoginWithEmailAddress', 'contact address', 'addOrUpdateUser', 'PUT integrations', 'store']);
    expect(addOrUpdateUser).toHaveBeenCalledExactlyOnceWith(
      signInResponse(),
      expect.objectContaining({ newParentPortalAccount: false, lang: 'fr', userApiVersion: '2.0' }),
      expect.any(AbortSignal),
    );
    expect(result).toMatchObject({ ok: true, value: { userID: 'user', playfabID: signInResponse().data.PlayFabId } });
  });

  it('stores nothing in the browser in a widget', async () => {
    const { order, signIn } = build();
    await signIn(false);
    expect(order).not.toContain('store');
  });

  it('stores nothing when a step fails', async () => {
    const { order, signIn, registerToken } = build();
    registerToken.mockResolvedValue(fail('SERVICE_UNAVAILABLE'));
    expect(await signIn(true)).toEqual(fail('SERVICE_UNAVAILABLE'));
    expect(order).toEqual(['LoginWithEmailAddress', 'contact address', 'addOrUpdateUser']);
  });
});
