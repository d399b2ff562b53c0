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
  it.each([
    ...[500, 503, 429, 408, 401, 403, 404].map((status) => [status, 'ConversionUnavailable'] as const),
    ...[400, 413, 422].map((status) => [status, 'ConversionRefused'] as const),
  ])('retries an event unless its status is about the event itself: %i', async (status, name) => {
    server = await startAnsweringServer(({ url }) => ({ status, body: `Bad request: ${url.href} ${secrets.join()}` }));
    expect(await failureOf(clientAt(server.url))).toBe(name);
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
});
