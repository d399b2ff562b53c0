import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { levelFilesPath, levelNamesPerCall, levelsPath } from '../../src/contracts/levels.ts';
import { adminKeys, createTestApi, type TestApi } from '../testing/test-api.ts';

const hour = 3_600_000;
const known = 'fraction_sun__k3f7';
const alsoKnown = 'frog_pond__m2qa';

const urlFor = (names: readonly string[]): string =>
  `${levelsPath}?${new URLSearchParams({ levelNames: names.join() })}`;

describe('the level tool’s calls', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await createTestApi();
  });
  // A window of wrong keys is over.
  afterEach(() => api.clock.advance(60_000));
  afterAll(() => api.close());

  const ask = (url: string, key: string | null = adminKeys[0] ?? '', ip = '203.0.113.7') =>
    api.app.inject({ url, remoteAddress: ip, headers: key === null ? {} : { authorization: `Bearer ${key}` } });
  const linksOf = async (name: string): Promise<{ url: string; previewUrl: string }> =>
    (await ask(urlFor([name]))).json().urls[0];

  it('answers a link and a picture for each level there is, and names those that are missing', async () => {
    const { urls, missing } = (await ask(urlFor(['no_such__level', alsoKnown, known, 'nor__this']))).json();
    expect(urls.map(({ name }: { name: string }) => name)).toEqual([alsoKnown, known]);
    expect(missing).toEqual(['no_such__level', 'nor__this']);
    for (const { url, previewUrl } of urls)
      expect(url.startsWith(levelFilesPath) && previewUrl.startsWith(levelFilesPath)).toBe(true);
  });

  it('hands files out as files: attached, of one type, and never a page', async () => {
    const { url, previewUrl } = await linksOf(known);
    const [level, picture] = [await ask(url, null), await ask(previewUrl, null)];
    expect(level.json()).toMatchObject({ name: known });
    expect(picture.rawPayload.subarray(0, 8)).toEqual(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'));
    expect([level, picture].map(({ headers }) => [headers['content-type'], headers['content-disposition']])).toEqual([
      ['application/json; charset=utf-8', `attachment; filename="${known}.json"`],
      ['image/png', `attachment; filename="${known}.png"`],
    ]);
  });

  it('counts a name once that comes twice, and takes up to fifty', async () => {
    expect((await ask(urlFor([known, known, 'x', 'x']))).json()).toMatchObject({
      urls: [{ name: known }],
      missing: ['x'],
    });
    const names = Array.from({ length: levelNamesPerCall }, (_, index) => `level-${index}`);
    expect((await ask(urlFor(names))).json().missing).toEqual(names);
    expect((await ask(urlFor([...names, 'one-more']))).json().error).toBe('TOO_MANY_LEVELS');
  });
});
