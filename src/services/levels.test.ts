import { describe, expect, it } from 'vitest';
import { createEndpoints } from '../config/endpoints.ts';
import { levelsPath } from '../contracts/calls/levels.ts';
import { createHttp } from './http/http.ts';
import { createLevelsClient, levelAddress } from './levels.ts';

const portal = 'https://portal.example';
const file = (name: string) => `/api/admin/levels/${name}?expires=1&signature=x`;

const answering = (answer: () => Response) => {
  const calls: { url: string; authorization: string | null }[] = [];
  const http = createHttp({
    fetch: async (url, init) => {
      calls.push({ url: String(url), authorization: new Headers(init?.headers).get('Authorization') });
      return answer();
    },
    random: () => 0,
  });
  return { calls, levels: createLevelsClient(createEndpoints(portal), http) };
};
const json =
  (body: unknown, status = 200) =>
  () =>
    Response.json(body, { status });

describe('finding levels', () => {
  it('sends the names, and the key in a header only', async () => {
    const { calls, levels } = answering(json({ success: true, urls: [], missing: ['a', 'b__1'] }));
    await levels.find(['a', 'b__1'], null);
    await levels.find(['a', 'b__1'], 'key');
    const url = `${portal}${levelsPath}?levelNames=a%2Cb__1`;
    expect(calls).toEqual([
      { url, authorization: null },
      { url, authorization: 'Bearer key' },
    ]);
  });

  it('accepts requested levels, each once, and no others', async () => {
    const urls = ['a', 'a', 'other'].map((name) => ({ name, url: file('a.json'), previewUrl: file('a.png') }));
    const { levels } = answering(json({ success: true, urls, missing: [] }));
    expect(await levels.find(['a'], null)).toEqual({
      ok: true,
      value: [{ name: 'a', url: portal + file('a.json'), previewUrl: portal + file('a.png') }],
    });
  });
});

describe('reading a level', () => {
  const headers = { 'content-type': 'application/json', 'content-disposition': 'attachment; filename="a.json"' };

  it('returns the bytes of a level’s file unchanged', async () => {
    const bytes = '{ "b":1.0,"b":2 }\n';
    const { levels } = answering(() => new Response(bytes, { headers }));
    const result = await levels.read(portal + file('a.json'));
    expect(result.ok && (await result.value.text())).toBe(bytes);
  });

  it.each<[string, string, Record<string, string>]>([
    ['a proxy’s page', '<h1>Welcome to the hotel’s Wi-Fi</h1>', { 'content-type': 'text/html' }],
    ['an incomplete file', '{ "name": "a", "bo', headers],
    ['JSON that is no level', '[]', headers],
    ['JSON of another program', '{}', { 'content-type': 'application/json' }],
    ['another file', '{}', { ...headers, 'content-disposition': 'attachment; filename="b.json"' }],
  ])('refuses %s with status 200 in place of a level', async (_, body, sent) => {
    const { levels } = answering(() => new Response(body, { headers: sent }));
    expect(await levels.read(portal + file('a.json'))).toMatchObject({
      ok: false,
      failure: { code: 'SERVICE_UNAVAILABLE' },
    });
  });

  it('says why it failed, also when a key is required', async () => {
    const failing = (error: string, status: number) => answering(json({ success: false, error }, status)).levels;
    const expired = await failing('LINK_EXPIRED', 410).read(portal + file('a.json'));
    expect(expired).toMatchObject({ ok: false, failure: { code: 'LINK_EXPIRED' } });
    const locked = await failing('UNAUTHORIZED', 401).find(['a'], null);
    expect(locked).toMatchObject({ ok: false, failure: { code: 'UNAUTHORIZED' } });
  });
});

describe('the address of a level', () => {
  it('accepts an address of a level that is relative to the portal', () => {
    expect(levelAddress(file('a.json'), portal)).toBe(portal + file('a.json'));
    expect(levelAddress(portal + file('a.json'), portal)).toBe(portal + file('a.json'));
  });

  it.each([
    'javascript:alert(1)',
    'https://evil.example/api/admin/levels/a.json',
    'https://portal.example@evil.example/api/admin/levels/a.json',
    'https://somebody@portal.example/api/admin/levels/a.json',
    'http://portal.example/api/admin/levels/a.json',
    '/api/admin/levels/../../user',
    '/api/admin/levels/%2e%2e/x/%2e%2e/%2e%2e/user',
    '/api/admin/levels',
    '',
  ])('refuses %j as the address of a level', (address) => {
    expect(levelAddress(address, portal)).toBeNull();
  });
});
