import { describe, expect, it, vi } from 'vitest';
import { userApiVersion } from '../../contracts/api.ts';
import type { Session } from '../../contracts/session.ts';
import { tokenPattern } from '../../contracts/token.ts';
import { fail, succeed } from '../../lib/result.ts';
import { signInResponse } from '../testing/builders.ts';
import { type RenewSessionServices, renewSession } from './renew-session.ts';

const session: Session = { ...signInResponse(), token: 'A'.repeat(43), email: 'parent@home.example' };
const freshEntityToken = { EntityToken: 'fresh entity token', TokenExpiration: '2026-11-23T00:00:00Z' };
const fresh = { ...signInResponse(), data: { ...session.data, EntityToken: freshEntityToken } };

const build = () => ({
  refreshEntityToken: vi.fn<RenewSessionServices['refreshEntityToken']>(async () => succeed(fresh)),
  identity: {
    addOrUpdateUser: vi.fn<RenewSessionServices['identity']['addOrUpdateUser']>(async () => succeed({ userID: 'u' })),
  },
  users: { registerToken: vi.fn<RenewSessionServices['users']['registerToken']>(async () => succeed({})) },
});
const options = { language: 'fr', leaving: false } as const;

describe('a renewed session', () => {
  it('renews the token and the entity token of a session, and nothing else', async () => {
    const services = build();
    const renewed = await renewSession(services, session, options);
    const token = services.users.registerToken.mock.calls[0]?.[0] ?? '';
    expect(token).toMatch(tokenPattern);
    expect(token).not.toBe(session.token);
    expect(renewed).toEqual(succeed({ ...session, data: { ...session.data, EntityToken: freshEntityToken }, token }));
  });

  it('binds a renewed session by the new entity token, so that a page can stay open for more than a day', async () => {
    const services = build();
    await renewSession(services, session, options);
    expect(services.identity.addOrUpdateUser.mock.calls[0]?.[0].data.EntityToken).toEqual(freshEntityToken);
  });

  it('belongs to the existing account, in the language of the page', async () => {
    const services = build();
    await renewSession(services, session, options);
    expect(services.identity.addOrUpdateUser.mock.calls[0]?.[1]).toEqual({
      token: services.users.registerToken.mock.calls[0]?.[0],
      userApiVersion,
      newParentPortalAccount: false,
      lang: 'fr',
    });
  });

  it('uses the old entity token when PlayFab returns no new one', async () => {
    const services = build();
    services.refreshEntityToken.mockResolvedValue(fail('SERVICE_UNAVAILABLE'));
    const renewed = await renewSession(services, session, options);
    expect(renewed).toMatchObject({ ok: true, value: { data: session.data } });
  });

  it('returns no session when the cloud function fails, and does not register the token', async () => {
    const services = build();
    services.identity.addOrUpdateUser.mockResolvedValue(fail('SERVICE_UNAVAILABLE'));
    expect(await renewSession(services, session, options)).toEqual(fail('SERVICE_UNAVAILABLE'));
    expect(services.users.registerToken).not.toHaveBeenCalled();
  });

  it('returns no session when the token cannot be registered', async () => {
    const services = build();
    services.users.registerToken.mockResolvedValue(fail('TOKEN_EXPIRED'));
    expect(await renewSession(services, session, options)).toEqual(fail('TOKEN_EXPIRED'));
  });

  it.each([true, false])('reports to the server whether the old token left in a store link: %s', async (leaving) => {
    const services = build();
    await renewSession(services, session, { language: 'fr', leaving });
    expect(services.users.registerToken.mock.calls[0]?.[1]).toEqual({
      replaces: session.token,
      leaving,
      background: true,
    });
  });
});
