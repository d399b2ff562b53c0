import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { levelFilesPath, levelNamesPerCall, levelsPath } from '../../src/contracts/levels.ts';
import { LevelFilesUnavailable } from '../gateways/levels.ts';
import { createTestApi, type TestApi, type TestApiOptions } from '../testing/test-api.ts';
import { createTestDatabase } from '../testing/test-database.ts';
import { hour } from '../../src/lib/durations.ts';
import { adminKeys, sampleFiles } from '../testing/portal-parts.ts';

const known = 'fraction_sun__k3f7';
const alsoKnown = 'frog_pond__m2qa';
/** A valid level name that no sample has. */
const unknown = 'no_such__level';

const answer = z.object({
  urls: z.array(z.object({ name: z.string(), url: z.string(), previewUrl: z.string() })),
  missing: z.array(z.string()),
});
const urlFor = (names: readonly string[]): string =>
  `${levelsPath}?${new URLSearchParams({ levelNames: names.join() })}`;

/** Creates a caller with or without a key. */
const callerOf =
  (api: TestApi) =>
  (url: string, key: string | null = adminKeys[0] ?? '', ip = '203.0.113.7') =>
    api.app.inject({ url, remoteAddress: ip, headers: key === null ? {} : { authorization: `Bearer ${key}` } });

describe('the calls of the level tool', () => {
  let api: TestApi;
  let ask: ReturnType<typeof callerOf>;
  beforeAll(async () => {
    api = await createTestApi();
    ask = callerOf(api);
  });
  // Ends the window in which wrong keys are counted.
  afterEach(() => api.infrastructure.clock.advance(60_000));
  afterAll(() => api.close());

  const list = async (names: readonly string[]) => answer.parse((await ask(urlFor(names))).json());
  const linksOf = async (name: string): Promise<[string, string]> => {
    const [level] = (await list([name])).urls;
    return [level?.url ?? '', level?.previewUrl ?? ''];
  };
  const refusalOf = async (url: string, key?: string | null): Promise<[number, string]> => {
    const refused = await ask(url, key);
    return [refused.statusCode, refused.json().error];
  };

  it('answers with a link and a picture for each known level, and names the missing ones', async () => {
    const { urls, missing } = await list([unknown, alsoKnown, known, 'nor__this']);
    expect(urls.map(({ name }) => name)).toEqual([alsoKnown, known]);
    expect(missing).toEqual([unknown, 'nor__this']);
    for (const { url, previewUrl } of urls) {
      expect([url, previewUrl].every((link) => link.startsWith(`${levelFilesPath}/`))).toBe(true);
    }
  });

  it('sends level files as attachments with a fixed content type', async () => {
    const [url, previewUrl] = await linksOf(known);
    const [level, picture] = [await ask(url, null), await ask(previewUrl, null)];
    expect(level.json()).toMatchObject({ name: known });
    expect(picture.rawPayload.subarray(0, 8)).toEqual(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'));
    expect([level, picture].map(({ headers }) => [headers['content-type'], headers['content-disposition']])).toEqual([
      ['application/json; charset=utf-8', `attachment; filename="${known}.json"`],
      ['image/png', `attachment; filename="${known}.png"`],
    ]);
  });

  it('counts a repeated level name once, and accepts up to fifty', async () => {
    expect(await list([known, known, unknown, unknown])).toMatchObject({ urls: [{ name: known }], missing: [unknown] });
    const names = Array.from({ length: levelNamesPerCall }, (_, index) => `level-${index}`);
    expect((await list(names)).missing).toEqual(names);
    expect(await refusalOf(urlFor([...names, 'one-more']))).toEqual([400, 'TOO_MANY_LEVELS']);
  });

  it('refuses ../, %2e%2e, \\, NUL, //host and 10,000 names', async () => {
    const noNames = [
      '../x',
      '..',
      '%2e%2e%2fx',
      '..\\x',
      `x\0`,
      '//evil.example/x',
      'http://evil.example',
      '',
      'a~b',
      'é',
    ];
    for (const name of [...noNames, 'x'.repeat(129)]) {
      expect([name, ...(await refusalOf(urlFor([known, name])))]).toEqual([name, 400, 'INVALID_PAYLOAD']);
    }
    for (const query of ['', '?levelNames', '?levelNames=a&levelNames=b', '?levelNames[]=a']) {
      expect([query, ...(await refusalOf(levelsPath + query))]).toEqual([query, 400, 'INVALID_PAYLOAD']);
    }
    const many = Array.from({ length: 10_000 }, (_, index) => `level-${index}`);
    expect(await refusalOf(urlFor(many))).toEqual([400, 'TOO_MANY_LEVELS']);
    const disguised = [
      '..%2f..%2fpackage.json',
      '%2e%2e%2fx.json',
      '..%5cx.json',
      'x%00.json',
      '%2f%2fevil.example%2fx.json',
    ];
    const [, signed = ''] = (await linksOf(known))[0].split('?');
    for (const file of disguised) {
      expect([file, ...(await refusalOf(`${levelFilesPath}/${file}?${signed}`))]).toEqual([file, 410, 'LINK_EXPIRED']);
    }
  });

  it('opens only the linked file, for one hour', async () => {
    const [url, previewUrl] = await linksOf(known);
    const [file = '', query = ''] = url.split('?');
    const later = query.replace(/expires=(\d+)/, (_, seconds) => `expires=${Number(seconds) + 1}`);
    const changed = [
      `${levelFilesPath}/${alsoKnown}.json?${query}`,
      `${previewUrl.split('?')[0]}?${query}`,
      `${file}?${later}`,
      `${file}?${query.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))}`,
      `${file}?${query}&expires=1`,
      `${file}?expires=9999999999`,
      file,
    ];
    for (const link of changed) expect([link, ...(await refusalOf(link))]).toEqual([link, 410, 'LINK_EXPIRED']);
    api.infrastructure.clock.advance(hour - 1000);
    expect((await ask(url, null)).statusCode).toBe(200);
    api.infrastructure.clock.advance(1000);
    expect(await refusalOf(url, null)).toEqual([410, 'LINK_EXPIRED']);
  });

  it.each([`${known}.txt`, known, `../levels/${known}.json`])(
    'reads no file of the name %s, even if it were linked',
    async (file) => {
      await expect(api.portal.levels.read(file)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    },
  );
});

describe('the admin key', () => {
  let api: TestApi;
  let ask: ReturnType<typeof callerOf>;
  beforeAll(async () => {
    api = await createTestApi();
    ask = callerOf(api);
  });
  afterEach(() => api.infrastructure.clock.advance(60_000));
  afterAll(() => api.close());

  const statusesOf = async (tries: readonly (string | null)[], ip?: string): Promise<number[]> => {
    const statuses: number[] = [];
    for (const key of tries) statuses.push((await ask(urlFor([known]), key, ip)).statusCode);
    return statuses;
  };
  const wrong = (count: number): string[] => Array.from({ length: count }, (_, index) => `wrong-${index}`);
  const [right = '', next = ''] = adminKeys;

  it('accepts either of two admin keys, so that one can be replaced without downtime, and no other key of any length', async () => {
    expect(await statusesOf([right, next])).toEqual([200, 200]);
    expect(await statusesOf([right.slice(0, -1), `${right}x`, right.toUpperCase(), `${right},${next}`])).toEqual([
      401, 401, 401, 401,
    ]);
    const asBasic = await api.app.inject({ url: urlFor([known]), headers: { authorization: right } });
    const inAddress = await ask(`${urlFor([known])}&key=${right}&authorization=Bearer%20${right}`, null);
    expect([asBasic.statusCode, inAddress.statusCode]).toEqual([401, 401]);
  });

  it('refuses even the right admin key after five wrong ones a minute, but not from another address', async () => {
    expect(await statusesOf([...wrong(5), 'wrong-again', right])).toEqual([401, 401, 401, 401, 401, 429, 429]);
    expect(await statusesOf([right], '203.0.113.8')).toEqual([200]);
    expect(Number((await ask(urlFor([known]))).headers['retry-after'])).toBeLessThanOrEqual(60);
    expect(api.events).toContainEqual({ kind: 'limit', action: 'admin-key' });
    api.infrastructure.clock.advance(60_000);
    expect(await statusesOf([right])).toEqual([200]);
  });

  it('counts wrong admin keys that arrive at the same moment', async () => {
    const answers = await Promise.all(wrong(20).map((key) => ask(urlFor([known]), key)));
    expect(answers.filter(({ statusCode }) => statusCode === 401)).toHaveLength(5);
  });

  it('counts no call without an admin key or with the right one', async () => {
    expect(new Set(await statusesOf(Array.from({ length: 10 }, () => null)))).toEqual(new Set([401]));
    expect(new Set(await statusesOf(Array.from({ length: 200 }, () => right)))).toEqual(new Set([200]));
  });

  it('puts no admin key into a link, and keeps links of the older key valid beside the newer', async () => {
    const body = (await ask(urlFor([known]))).body;
    expect(adminKeys.filter((key) => body.includes(key))).toEqual([]);
    const alone = await createTestApi({ database: api.infrastructure.database, secrets: { adminKeys: [next] } });
    const [link] = answer.parse((await callerOf(alone)(urlFor([known]), next, '203.0.113.9')).json()).urls;
    expect((await ask(link?.url ?? '', null)).statusCode).toBe(200);
    await alone.close();
  });
});

describe('the level tool in other configurations', () => {
  let fresh: Awaited<ReturnType<typeof createTestDatabase>>;
  beforeAll(async () => {
    fresh = await createTestDatabase();
  });
  afterAll(() => fresh.close());

  const apiWith = (options: Pick<TestApiOptions, 'secrets' | 'gateways'>) =>
    createTestApi({ ...options, database: fresh.database });
  const calls = (['GET', 'HEAD', 'POST'] as const).flatMap((method) =>
    [urlFor([known]), `${levelFilesPath}/${known}.json?expires=1&signature=x`].map((url) => ({ method, url })),
  );

  it('hides the level tool in production without a key: answers like an unknown route and leaves it out of the document', async () => {
    const api = await apiWith({ secrets: { adminKeys: [] } });
    for (const { method, url } of calls) {
      const seen = await api.app.inject({ method, url, headers: { authorization: 'Bearer x' } });
      const nowhere = await api.app.inject({ method, url: '/api/admin/nothing' });
      expect([seen.statusCode, seen.body, seen.headers.allow]).toEqual([404, nowhere.body, undefined]);
    }
    expect((await api.app.inject('/api/openapi.json')).body).not.toContain('/api/admin');
    await api.close();
  });

  it('opens the level tool in development without a key, and its links still carry a signature', async () => {
    const api = await apiWith({ secrets: { adminKeys: 'everybody' } });
    const ask = callerOf(api);
    const [level] = answer.parse((await ask(urlFor([known]), null)).json()).urls;
    expect((await ask(level?.url ?? '', null)).statusCode).toBe(200);
    expect((await ask((level?.url ?? '').replace(known, alsoKnown), null)).statusCode).toBe(410);
    await api.close();
  });

  it('answers 503 while the storage of levels is unreachable', async () => {
    const away = async () => Promise.reject(new LevelFilesUnavailable('away'));
    const api = await apiWith({ gateways: { levelFiles: { ...sampleFiles, read: away } } });
    const ask = callerOf(api);
    const [level] = answer.parse((await ask(urlFor([known]))).json()).urls;
    const refused = await ask(level?.url ?? '', null);
    expect([refused.statusCode, refused.json().error]).toEqual([503, 'SERVICE_UNAVAILABLE']);
    await api.close();
  });

  it('answers 404 for a picture that a level does not have', async () => {
    const api = await apiWith({ gateways: { levelFiles: { has: async () => true, read: async () => null } } });
    const ask = callerOf(api);
    const [level] = answer.parse((await ask(urlFor([unknown]))).json()).urls;
    const refused = await ask(level?.previewUrl ?? '', null);
    expect([refused.statusCode, refused.json().error]).toEqual([404, 'NOT_FOUND']);
    await api.close();
  });
});
