import { readFileSync } from 'node:fs';
import { brotliCompressSync } from 'node:zlib';
import { PlayFab } from 'playfab-web-sdk/src/PlayFab/PlayFabClientApi.js';
import { describe, expect, it } from 'vitest';
import { playfabClientCalls } from '../../contracts/calls/servers.ts';
import { signInResponse } from '../testing/builders.ts';
import { transformPlayfab } from './playfab-vite-plugin.ts';
import { composePlayfabRequest } from './playfab-call.ts';

const title = { url: 'https://abcd.playfabapi.com', titleId: 'ABCD' };
const player = signInResponse();

describe('the PlayFab SDK', () => {
  it('leaves the request unchanged that the PlayFab SDK gets', () => {
    const request = Object.freeze({ Email: 'a@b.example', Password: 'long enough' });
    composePlayfabRequest(title, 'LoginWithEmailAddress', request);
    expect(request).toEqual({ Email: 'a@b.example', Password: 'long enough' });
  });

  it('puts credentials into the header of a call that has a player, and not into the body', () => {
    const { url, headers, json } = composePlayfabRequest(title, 'LinkCustomID', { CustomId: 'x' }, player);
    expect(url).toMatch(/^https:\/\/abcd\.playfabapi\.com\/Client\/LinkCustomID\?/);
    expect(headers['X-Authorization']).toBe(player.data.SessionTicket);
    expect(json).toEqual({ CustomId: 'x' });
    const anonymous = composePlayfabRequest(title, 'LoginWithEmailAddress', {});
    expect(Object.keys(anonymous.headers)).toEqual(['X-PlayFabSDK']);
    expect(() => composePlayfabRequest(title, 'ExecuteFunction', {})).toThrow();
  });

  it('sends no request when it is called directly', () => {
    expect(() => PlayFab.ClientApi.LoginWithEmailAddress({}, null, null)).toThrow(/composePlayfabRequest/);
  });
});

const read = (name: string) => readFileSync(`node_modules/playfab-web-sdk/src/PlayFab/${name}.js`, 'utf8');
const client = read('PlayFabClientApi');
const cloudScript = read('PlayFabCloudScriptApi');

describe('the reduced PlayFab SDK', () => {
  it('contains only the calls that we use, in a few kilobytes', () => {
    const module = transformPlayfab(client, cloudScript);
    expect([...module.matchAll(/"\/(\w+\/\w+)"/g)].map((match) => match[1])).toEqual([
      ...playfabClientCalls.map((name) => `Client/${name}`),
      'CloudScript/ExecuteFunction',
    ]);
    expect(module).not.toMatch(/XMLHttpRequest|console\.|Phaser/);
    expect(brotliCompressSync(module).length).toBeLessThan(2_000);
  });

  it('reduces the PlayFab SDK to the same code for a checkout with Windows line ends', () => {
    const windows = (source: string) => source.replaceAll('\r\n', '\n').replaceAll('\n', '\r\n');
    expect(transformPlayfab(windows(client), windows(cloudScript))).toBe(transformPlayfab(client, cloudScript));
  });

  it.each([
    ['another version of the client', client.replaceAll('1.185.250117', '1.186.250301'), cloudScript],
    ['a call that is gone', client.replace('    LinkCustomID: function', '    LinkCustom: function'), cloudScript],
    ['a call that is there twice', client.replace('    LinkFacebookAccount: ', '    LinkCustomID: '), cloudScript],
    [
      'another request function',
      client.replace('ExecuteRequest: function', 'ExecuteRequest: async function'),
      cloudScript,
    ],
    ['an empty file', '', cloudScript],
  ])('fails the build for an unexpected source: %s', (_, clientSource, cloudScriptSource) => {
    expect(() => transformPlayfab(clientSource, cloudScriptSource)).toThrow(/mend this plugin/);
  });
});
