import { describe, expect, it, vi } from 'vitest';
import { createEndpoints } from '../../config/endpoints.ts';
import { createHttp } from '../http/http.ts';
import { signInResponse } from '../testing/builders.ts';
import { createRefreshEntityToken } from './refresh-entity-token.ts';

const build = (answer: unknown, status = 200) => {
  const fetch = vi.fn<typeof globalThis.fetch>(async () => Response.json(answer, { status }));
  return {
    fetch,
    refreshEntityToken: createRefreshEntityToken(
      createEndpoints('https://portal.example', {}),
      createHttp({ fetch, random: () => 0 }),
    ),
  };
};
const EntityToken = 'fresh';

describe('a new entity token', () => {
  it('requests a new entity token with the current one and replaces it', async () => {
    const { fetch, refreshEntityToken } = build({ code: 200, status: 'OK', data: { EntityToken } });
    const player = signInResponse();
    expect(await refreshEntityToken(player)).toEqual({
      ok: true,
      value: { ...player, data: { ...player.data, EntityToken: { EntityToken } } },
    });
    const [url, init] = fetch.mock.calls[0] ?? [];
    expect(url).toBe('https://portal.example/playfab/Authentication/GetEntityToken');
    const headers = new Headers(init?.headers);
    expect(headers.get('X-EntityToken')).toBe(player.data.EntityToken.EntityToken);
  });

  it('requests it again after a server error, because the old one stays valid', async () => {
    const { fetch, refreshEntityToken } = build({}, 503);
    expect(await refreshEntityToken(signInResponse())).toMatchObject({ failure: { code: 'SERVICE_UNAVAILABLE' } });
    expect(fetch).toHaveBeenCalledTimes(3);
  });

  it('returns no entity token when PlayFab rejects the call or returns another shape', async () => {
    const refusal = { code: 401, error: 'NotAuthenticated', errorCode: 1074 };
    expect(await build(refusal, 401).refreshEntityToken(signInResponse())).toMatchObject({
      ok: false,
      failure: { code: 'UNAUTHORIZED' },
    });
    expect(await build({ code: 200, data: {} }).refreshEntityToken(signInResponse())).toMatchObject({ ok: false });
  });
});
