import { gzipSync } from 'node:zlib';
import { createServer } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { measurementAccount, metaAccount } from '../testing/servers.ts';
import { createMetaClient } from './conversions.ts';
import { createMeasurementClient } from './conversions.ts';
import { createLevelHost } from './levels.ts';
import { createPlayfabGateway } from './playfab.ts';
import { createRevenueCatGateway } from './revenuecat.ts';
import { answerBytes } from './vendor.ts';
import { createStripeGateway } from './stripe.ts';

const answer = {
  code: 200,
  data: { UserInfo: { PrivateInfo: { Email: 'marie@mail.example' } } },
  id: 'price_1',
  unit_amount: 499,
  currency: 'cad',
  recurring: { interval: 'month', interval_count: 1 },
  events_received: 1,
  subscriber: { subscriptions: {} },
};
const conversion = { name: 'PageView', fields: { event_id: 'x', 'user_data.country': 'ca' } };

/** Calls whose answer is valid, however long it is. */
const calls: Readonly<Record<string, (url: string) => Promise<unknown>>> = {
  PlayFab: (url) => createPlayfabGateway({ baseUrl: url, titleId: 'MATHS', secretKey: 'x' }).accountOf('AB12'),
  Stripe: (url) =>
    createStripeGateway({
      secretKey: 'sk_test_x',
      webhookSecrets: [],
      priceId: 'price_1',
      publicUrl: 'https://portal.example',
      server: { host: '127.0.0.1', port: Number(new URL(url).port), protocol: 'http' },
    }).price(),
  Meta: (url) => createMetaClient({ ...metaAccount, accessToken: 'x', url }).send(conversion),
  'the measurement protocol': (url) =>
    createMeasurementClient({ ...measurementAccount, apiSecret: 'x', url }).send(conversion),
  RevenueCat: (url) => createRevenueCatGateway({ apiKey: 'x', baseUrl: url }).subscriptionsOf('marie'),
  'the host of levels': (url) => createLevelHost({ url }).read('castle', 'json'),
};

describe.each(Object.entries(calls))('an answer of %s', (_, call) => {
  let padding = 0;
  let isMoved = false;
  const server = createServer((request, response) => {
    // The page behind the redirect is valid, so only a call that follows it succeeds.
    if (isMoved && request.url !== '/moved') return void response.writeHead(307, { location: '/moved' }).end();
    response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' });
    response.end(gzipSync(JSON.stringify(answer) + ' '.repeat(padding)));
  });
  let url = '';
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('no port');
    url = `http://127.0.0.1:${address.port}`;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  it('is read when it is compressed, and refused when it is too long once decompressed', async () => {
    padding = 100_000;
    await call(url);
    padding = answerBytes;
    await expect(call(url)).rejects.toThrow();
    padding = 0;
  });

  it('is not taken from where a redirect leads, because the request carries a key', async () => {
    isMoved = true;
    await expect(call(url)).rejects.toMatchObject({ name: expect.stringMatching(/Unavailable$/) });
  });
});
