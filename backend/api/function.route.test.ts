import { describe, expect, it } from 'vitest';
import { openTestApi, newToken } from '../testing/test-api.ts';
import { functionSecrets, testTitleId } from '../testing/portal-parts.ts';

const marie = 'A11CE';
const refused = { success: false, error: 'UNAUTHORIZED' };
const profile = (change: object, lineage: object = {}) => ({
  CallerEntityProfile: {
    Entity: { Id: 'T1', Type: 'title_player_account', ...change },
    Lineage: { TitleId: testTitleId, MasterPlayerAccountId: marie, ...lineage },
  },
});

describe('the cloud function', async () => {
  const api = await openTestApi();

  it('accepts either of two secrets, so that one can be replaced without downtime', async () => {
    for (const secret of functionSecrets)
      expect((await api.client.bind(marie, newToken(), { secret })).statusCode).toBe(200);
  });

  it.each([
    ['a wrong secret', { secret: 'first-function-secret-of-32-signX' }],
    ['an empty secret', { secret: '' }],
    ['a secret that is given twice', { secret: `${functionSecrets[0]}&secret=${functionSecrets[0]}` }],
    ['another title', profile({}, { TitleId: 'OTHER' })],
    ['a caller that is not a player', profile({ Type: 'master_player_account' })],
    ['an invalid player id', profile({}, { MasterPlayerAccountId: "x' or 1=1" })],
    ['no profile', { CallerEntityProfile: undefined }],
    ['a forged title token', { TitleAuthenticationContext: { Id: testTitleId, EntityToken: 'forged' } }],
    ["another title's context", { TitleAuthenticationContext: { Id: 'OTHER', EntityToken: 'any' } }],
  ])('refuses a function call with %s', async (_, change) => {
    const token = newToken();
    const answer = await api.client.bind(marie, token, change);
    expect([answer.statusCode, answer.json()]).toEqual([401, refused]);
    expect((await api.client.activate(token)).statusCode).toBe(401);
  });

  it('takes the player from the profile, and ignores any id in the argument', async () => {
    const token = newToken();
    const FunctionArgument = {
      token,
      userApiVersion: '2.0',
      newParentPortalAccount: true,
      lang: 'fr',
      playFabId: 'E5E',
      id: 'E5E',
    };
    const answer = await api.client.bind(marie, token, { FunctionArgument });
    const user = await api.database
      .selectFrom('users')
      .select(['playfabId', 'language'])
      .where('id', '=', answer.json().userAPIResponse.id)
      .executeTakeFirst();
    expect(user).toEqual({ playfabId: marie, language: 'fr' });
  });

  it('binds at most sixty tokens of a player in ten minutes, and continues for other players', async () => {
    for (let count = 0; count < 60; count += 1) {
      expect((await api.client.bind('B1B', newToken())).statusCode).toBe(200);
    }
    expect((await api.client.bind('B1B', newToken())).json()).toEqual({ success: false, error: 'TOO_MANY_REQUESTS' });
    expect((await api.client.bind('C1C', newToken())).statusCode).toBe(200);
  });
});
