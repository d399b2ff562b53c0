import { afterEach, describe, expect, it } from 'vitest';
import { type AnsweringServer, startAnsweringServer, measurementAccount, metaAccount } from '../testing/servers.ts';
import { type ConversionClient, createMeasurementClient, createMetaClient } from './conversions.ts';

const conversion = {
  name: 'PageView',
  fields: { event_id: 'one', 'user_data.country': 'ca', 'params.language': 'fr' },
};
const secrets = [metaAccount.accessToken, measurementAccount.apiSecret];

const clients: [string, (url: string) => ConversionClient][] = [
  ['Meta', (url) => createMetaClient({ ...metaAccount, url }, { deadline: 200 })],
  ['the measurement protocol', (url) => createMeasurementClient({ ...measurementAccount, url }, { deadline: 200 })],
];

/** Returns the error's name, and checks that no part of the error that could reach a log contains a secret. */
const failureOf = async (client: ConversionClient): Promise<string> => {
  const error: unknown = await client.send(conversion).then(
    () => expect.fail('it was taken'),
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof Error)) throw new TypeError('no error');
  const all = [error.message, error.stack, String(error.cause), JSON.stringify(error)].join();
  for (const secret of secrets) expect(all).not.toContain(secret);
  expect(all).not.toMatch(/https?:/);
  return error.name;
};

let server: AnsweringServer | undefined;
afterEach(() => server?.close());

describe.each(clients)('the events for %s', (_, clientAt) => {
  it.each([500, 503, 429, 408, 401, 403, 404])('retries an event that is answered with %i', async (status) => {
    const echo = { error: { message: secrets.join() } };
    server = await startAnsweringServer(({ url }) => ({ status, body: { ...echo, url: url.href } }));
    expect(await failureOf(clientAt(server.url))).toBe('ConversionUnavailable');
  });

  it.each([400, 413, 422])('retries no event that is answered with %i', async (status) => {
    server = await startAnsweringServer(() => ({ status, body: 'Bad request' }));
    expect(await failureOf(clientAt(server.url))).toBe('ConversionRefused');
  });

  it('follows no redirect of a receiver', async () => {
    const asked: string[] = [];
    server = await startAnsweringServer(({ url }) => {
      asked.push(url.pathname);
      return { status: 307, headers: { location: '/elsewhere' } };
    });
    expect(await failureOf(clientAt(server.url))).toBe('ConversionUnavailable');
    expect(asked).toHaveLength(1);
  });
});

describe('events for Meta', () => {
  const [[, meta] = expect.fail()] = clients;

  it.each([
    ['an expired token', 190, 'ConversionUnavailable'],
    ['a rate limit', 17, 'ConversionUnavailable'],
    ['a missing permission', 200, 'ConversionUnavailable'],
    ['an invalid parameter', 100, 'ConversionRefused'],
  ])('throws the right error when Meta complains about %s', async (_, code, name) => {
    server = await startAnsweringServer(() => ({ status: 400, body: { error: { code, message: 'no' } } }));
    expect(await failureOf(meta(server.url))).toBe(name);
  });

  it('sends Meta’s token in the body, and not in the address', async () => {
    let seen = '';
    server = await startAnsweringServer(({ url, body }) => {
      seen = body;
      expect(url.href).not.toContain(metaAccount.accessToken);
      return { body: { events_received: 1 } };
    });
    await meta(server.url).send(conversion);
    expect(JSON.parse(seen)).toMatchObject({ access_token: metaAccount.accessToken });
  });
});
