import type { SignInResponse } from '../../contracts/session.ts';

/** What PlayFab answers to a login. */
export const signInResponse = (playFabId = '50DF92E291CCD4C3'): SignInResponse => ({
  code: 200,
  status: 'OK',
  data: {
    PlayFabId: playFabId,
    SessionTicket: `${playFabId}---A54F-8D3909FF54DEE10-B7817722BC94E536.A6DCCFE1C9709ABB`,
    EntityToken: {
      EntityToken: `entity-token-of-${playFabId}`,
      TokenExpiration: '2026-11-22T00:00:00Z',
      Entity: { Id: 'B7817722BC94E536', Type: 'title_player_account' },
    },
  },
});
