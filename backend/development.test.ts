import { expect, it } from 'vitest';
import { request } from 'node:http';
import { startStripeSimulator } from './development.ts';
import { closeAfterAll, createFakeClock, createTestDatabase } from './testing/test-database.ts';
import { isPortOpen, programPorts } from './testing/server-process.ts';

const { database } = await closeAfterAll(createTestDatabase());
const port = Number((await programPorts()).STRIPE_SIMULATOR_PORT);
const stop = await startStripeSimulator(port, {
  database: database.withoutPlugins().$pickTables<never>(),
  clock: createFakeClock(),
  webhookSecret: 'whsec_of_this_start',
  portal: 'http://127.0.0.1:9',
});

/** Sends a request with any Host header; `fetch` would set the header itself. */
const statusFor = (host: string, path = '/'): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', port, path, headers: { host } }, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    })
      .on('error', reject)
      .end();
  });

it('answers as the simulated Stripe only to the host names of this machine', async () => {
  expect(await statusFor(`localhost:${port}`)).toBe(200);
  expect(await statusFor('127.0.0.1')).toBe(200);
  for (const path of ['/', '/v1/customers', '/c/pay/x', '/simulator/pages.css']) {
    expect([path, await statusFor('evil.example', path)]).toEqual([path, 403]);
  }
});

it('refuses requests from another site to change the clock of the simulated Stripe', async () => {
  const turn = (site: string) =>
    fetch(`http://127.0.0.1:${port}/simulator/clock`, {
      method: 'POST',
      headers: { 'sec-fetch-site': site },
      body: new URLSearchParams({ advance: '3600' }),
      redirect: 'manual',
    });
  expect((await turn('cross-site')).status).toBe(403);
  expect((await turn('same-origin')).status).toBe(303);
});

it('stops the simulated Stripe together with the portal', async () => {
  await stop();
  expect(await isPortOpen(port)).toBe(false);
});
