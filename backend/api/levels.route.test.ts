import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { levelFilesPath, levelNamesPerCall, levelsPath } from '../../src/contracts/calls/levels.ts';
import { hour } from '../../src/lib/time.ts';
import { LevelFilesUnavailable } from '../gateways/levels.ts';
import { sampleLevels } from '../config/load-config.ts';
import { createLevelFolder } from '../gateways/levels.ts';
import { adminKeys } from '../testing/portal-parts.ts';
import { createTestApi, openTestApi, type TestApi, type TestApiOptions } from '../testing/test-api.ts';

const known = 'fraction_sun__k3f7';
const alsoKnown = 'frog_pond__m2qa';
/** A valid level name that no sample has. */
const unknown = 'no_such__level';
const [right = '', next = ''] = adminKeys;

const answer = z.object({
  urls: z.array(z.object({ name: z.string(), url: z.string(), previewUrl: z.string() })),
  missing: z.array(z.string()),
});
const urlFor = (names: readonly string[]): string =>
  `${levelsPath}?${new URLSearchParams({ levelNames: names.join() })}`;

/** Creates the calls with or without a key. */
const callsOf = (api: TestApi) => {
  const ask = (url: string, key: string | null = right, ip = '203.0.113.7') =>
    api.app.inject({ url, remoteAddress: ip, headers: key === null ? {} : { authorization: `Bearer ${key}` } });
  const list = async (names: readonly string[], key?: string | null, ip?: string) =>
    answer.parse((await ask(urlFor(names), key, ip)).json());
  return {
    ask,
    list,
    linksOf: async (name: string, key?: string | null, ip?: string): Promise<[string, string]> => {
      const [level] = (await list([name], key, ip)).urls;
      return [level?.url ?? '', level?.previewUrl ?? ''];
    },
    refusalOf: async (url: string, key?: string | null): Promise<[number, string]> => {
      const refused = await ask(url, key);
      return [refused.statusCode, refused.json().error];
    },
  };
};

const api = await openTestApi();
const calls = callsOf(api);
// Ends the window in which wrong keys are counted.
afterEach(() => api.clock.advance(60_000));

const expectRefused = async (urls: readonly string[], status: number, error: string): Promise<void> => {
  for (const url of urls) expect([url, ...(await calls.refusalOf(url))]).toEqual([url, status, error]);
};

describe('the calls of the level tool', () => {
  it('answers with a link and a picture for each known level, and names the missing ones', async () => {
    const { urls, missing } = await calls.list([unknown, alsoKnown, known, 'nor__this']);
    expect(urls.map(({ name }) => name)).toEqual([alsoKnown, known]);
    expect(missing).toEqual([unknown, 'nor__this']);
    const links = urls.flatMap(({ url, previewUrl }) => [url, previewUrl]);
    expect(links.filter((link) => !link.startsWith(`${levelFilesPath}/`))).toEqual([]);
  });

  it('sends level files as attachments with a fixed content type', async () => {
    const [url, previewUrl] = await calls.linksOf(known);
    const [level, picture] = [await calls.ask(url, null), await calls.ask(previewUrl, null)];
    expect(level.json()).toMatchObject({ name: known });
    expect(picture.rawPayload.subarray(0, 8)).toEqual(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'));
    expect([level, picture].map(({ headers }) => [headers['content-type'], headers['content-disposition']])).toEqual([
      ['application/json; charset=utf-8', `attachment; filename="${known}.json"`],
      ['image/png', `attachment; filename="${known}.png"`],
    ]);
  });

  it('counts a repeated level name once, and accepts up to fifty', async () => {
    const repeated = await calls.list([known, known, unknown, unknown]);
    expect(repeated).toMatchObject({ urls: [{ name: known }], missing: [unknown] });
    const names = Array.from({ length: levelNamesPerCall }, (_, index) => `level-${index}`);
    expect((await calls.list(names)).missing).toEqual(names);
  });

  it('refuses ../, %2e%2e, \\, NUL, //host and 10,000 names', async () => {
    const paths = ['../x', '..', '%2e%2e%2fx', '..\\x', `x\0`, '//evil.example/x', 'http://evil.example'];
    const names = [...paths, '', 'a~b', 'é', 'x'.repeat(129)].map((name) => urlFor([known, name]));
    const queries = ['', '?levelNames', '?levelNames=a&levelNames=b', '?levelNames[]=a'];
    await expectRefused([...names, ...queries.map((query) => levelsPath + query)], 400, 'INVALID_PAYLOAD');
    const many = Array.from({ length: 10_000 }, (_, index) => `level-${index}`);
    expect(await calls.refusalOf(urlFor(many))).toEqual([400, 'TOO_MANY_LEVELS']);
    const [, signed = ''] = (await calls.linksOf(known))[0].split('?');
    const disguised = [
      '..%2f..%2fpackage.json',
      '%2e%2e%2fx.json',
      '..%5cx.json',
      'x%00.json',
      '%2f%2fevil.example%2fx',
    ];
    const links = disguised.map((file) => `${levelFilesPath}/${file}?${signed}`);
    await expectRefused(links, 410, 'LINK_EXPIRED');
  });

  it('opens only the linked file, for one hour', async () => {
    for (const file of [`${known}.txt`, known, `../levels/${known}.json`])
      await expect(api.portal.levels.read(file)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const [url, previewUrl] = await calls.linksOf(known);
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
    await expectRefused(changed, 410, 'LINK_EXPIRED');
    api.clock.advance(hour - 1000);
    expect((await calls.ask(url, null)).statusCode).toBe(200);
    api.clock.advance(1000);
    expect(await calls.refusalOf(url, null)).toEqual([410, 'LINK_EXPIRED']);
  });
});

describe('the admin key', () => {
  const statusesOf = async (tries: readonly (string | null)[], ip?: string): Promise<number[]> => {
    const statuses: number[] = [];
    for (const key of tries) statuses.push((await calls.ask(urlFor([known]), key, ip)).statusCode);
    return statuses;
  };
  const wrong = (count: number): string[] => Array.from({ length: count }, (_, index) => `wrong-${index}`);

  it('accepts either of two admin keys, so that one can be replaced without downtime, and no other key of any length', async () => {
    expect(await statusesOf([right, next])).toEqual([200, 200]);
    const others = [right.slice(0, -1), `${right}x`, right.toUpperCase(), `${right},${next}`];
    expect(await statusesOf(others)).toEqual([401, 401, 401, 401]);
    const asBasic = await api.app.inject({ url: urlFor([known]), headers: { authorization: right } });
    const inAddress = await calls.ask(`${urlFor([known])}&key=${right}&authorization=Bearer%20${right}`, null);
    expect([asBasic.statusCode, inAddress.statusCode]).toEqual([401, 401]);
  });

  it('refuses even the right admin key after five wrong ones a minute, but not from another address', async () => {
    expect(await statusesOf([...wrong(5), 'wrong-again', right])).toEqual([401, 401, 401, 401, 401, 429, 429]);
    expect(await statusesOf([right], '203.0.113.8')).toEqual([200]);
    expect(Number((await calls.ask(urlFor([known]))).headers['retry-after'])).toBeLessThanOrEqual(60);
    expect(api.events).toContainEqual({ kind: 'limit', action: 'admin-key' });
    api.clock.advance(60_000);
    expect(await statusesOf([right])).toEqual([200]);
  });

  it('counts wrong admin keys that arrive at the same moment, and no call with the right one or none', async () => {
    const free = [...Array.from({ length: 10 }, () => null), ...Array.from({ length: 20 }, () => right)];
    expect(new Set(await statusesOf(free))).toEqual(new Set([401, 200]));
    const answers = await Promise.all(wrong(20).map((key) => calls.ask(urlFor([known]), key)));
    expect(answers.filter(({ statusCode }) => statusCode === 401)).toHaveLength(5);
  });
});

describe('the level tool in other configurations', () => {
  /** Runs the test with another API on the same database. */
  const withApi = async (
    options: Pick<TestApiOptions, 'secrets' | 'gateways'>,
    test: (other: ReturnType<typeof callsOf>, api: TestApi) => Promise<void>,
  ): Promise<void> => {
    const other = await createTestApi({ ...options, database: api.database });
    other.clock.advance(api.clock.now().getTime() - other.clock.now().getTime());
    await test(callsOf(other), other).finally(other.close);
  };

  it('puts no admin key into a link, and keeps links of the older key valid beside the newer', async () => {
    const { body } = await calls.ask(urlFor([known]));
    expect(adminKeys.filter((key) => body.includes(key))).toEqual([]);
    await withApi({ secrets: { adminKeys: [next] } }, async ({ linksOf }) => {
      const [link] = await linksOf(known, next, '203.0.113.9');
      expect((await calls.ask(link, null)).statusCode).toBe(200);
    });
  });

  it('hides the level tool in production without a key: answers like an unknown route and leaves it out of the document', async () => {
    await withApi({ secrets: { adminKeys: [] } }, async (_, { app }) => {
      for (const method of ['GET', 'HEAD', 'POST'] as const) {
        for (const url of [urlFor([known]), `${levelFilesPath}/${known}.json?expires=1&signature=x`]) {
          const seen = await app.inject({ method, url, headers: { authorization: 'Bearer x' } });
          const nowhere = await app.inject({ method, url: '/api/admin/nothing' });
          expect([seen.statusCode, seen.body, seen.headers.allow]).toEqual([404, nowhere.body, undefined]);
        }
      }
      expect((await app.inject('/api/openapi.json')).body).not.toContain('/api/admin');
    });
  });

  it('opens the level tool in development without a key, and its links still carry a signature', async () => {
    await withApi({ secrets: { adminKeys: 'everybody' } }, async ({ ask, linksOf }) => {
      const [link] = await linksOf(known, null);
      expect((await ask(link, null)).statusCode).toBe(200);
      expect((await ask(link.replace(known, alsoKnown), null)).statusCode).toBe(410);
    });
  });

  const away = async () => Promise.reject(new LevelFilesUnavailable('away'));
  it.each([
    [
      '503 while the storage of levels is unreachable',
      { ...createLevelFolder(sampleLevels), read: away },
      503,
      'SERVICE_UNAVAILABLE',
    ],
    ['404 for a file that a level does not have', { has: async () => true, read: async () => null }, 404, 'NOT_FOUND'],
  ])('answers %s', async (_, levelFiles, status, error) => {
    await withApi({ gateways: { levelFiles } }, async ({ linksOf, refusalOf }) => {
      for (const link of await linksOf(known)) expect(await refusalOf(link, null)).toEqual([status, error]);
    });
  });
});
