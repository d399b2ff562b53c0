import { PlayFab } from 'playfab-web-sdk/src/PlayFab/PlayFabClientApi.js';
import { describe, expect, it } from 'vitest';
import { signInResponse } from '../testing/builders.ts';
import { composePlayfabRequest } from './playfab-sdk.ts';

const title = { url: 'https://abcd.playfabapi.com', titleId: 'ABCD' };
const player = signInResponse();

describe('the PlayFab SDK', () => {
  it('leaves the request unchanged that the PlayFab SDK gets', () => {
    const request = Object.freeze({ Email: 'a@b.example', Password: 'long enough' });
    composePlayfabRequest(title, 'LoginWithEmailAddress', request, null);
    expect(request).toEqual({ Email: 'a@b.example', Password: 'long enough' });
  });

  it('puts credentials into the header and not into the body', () => {
    const { url, headers, json } = composePlayfabRequest(title, 'LinkCustomID', { CustomId: 'x' }, player);
    expect(url).toMatch(/^https:\/\/abcd\.playfabapi\.com\/Client\/LinkCustomID\?/);
    expect(headers['X-Authorization']).toBe(player.data.SessionTicket);
    expect(json).toEqual({ CustomId: 'x' });
  });

  it('sends no credentials with a call that has no player', () => {
    const { headers } = composePlayfabRequest(title, 'LoginWithEmailAddress', {}, null);
    expect(Object.keys(headers)).toEqual(['X-PlayFabSDK']);
  });

  it('sends nothing by itself', () => {
    expect(() => PlayFab.ClientApi.LoginWithEmailAddress({}, null, null)).toThrow(/composePlayfabRequest/);
  });

  it('throws for a call without the player that it needs', () => {
    expect(() => composePlayfabRequest(title, 'ExecuteFunction', {}, null)).toThrow();
  });
});
