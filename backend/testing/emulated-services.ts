import { PGlite } from '@electric-sql/pglite';
import Fastify from 'fastify';
import { Kysely, PGliteDialect } from 'kysely';
import { z } from 'zod';
import { createPlayfabEmulator } from '../../emulators/playfab/emulator.ts';
import { createStripeSimulator } from '../../emulators/stripe/simulator.ts';
import { serverPaths } from '../../src/contracts/api.ts';
import { startSmtpServer } from './smtp-server.ts';

export const titleId = 'MATHS';
export const playfabKey = 'playfab-secret-key-of-the-tests-33';
export const webhookSecret = 'whsec_of_the_services_in_these_tests';

const int8 = 20;

/** Returns an empty database in memory, which parses `bigint` columns as numbers, as the portal's database does. */
const openMemoryDatabase = async (): Promise<Kysely<Record<never, never>>> => {
  const pglite = await PGlite.create({ parsers: { [int8]: Number } });
  return new Kysely({ dialect: new PGliteDialect({ pglite }) });
};

const issued = z.object({ data: z.object({ EntityToken: z.string() }) });

/**
 * Starts PlayFab, Stripe and a mail server in this process, each with separate memory: as in production, they stay
 * available while the portal's database is not.
 * @param portal the origin to which Stripe sends its events
 */
export const startEmulatedServices = async (portal: string) => {
  const clock = { now: () => new Date() };
  const smtp = await startSmtpServer();
  const playfab = Fastify();
  await playfab.register(
    await createPlayfabEmulator({
      database: await openMemoryDatabase(),
      clock,
      titleId,
      secretKey: playfabKey,
      minPassword: 8,
      functionUrl: () => null,
      recoveryTemplates: ['recovery'],
      sendRecoveryMail: async () => undefined,
    }),
  );
  const playfabUrl = await playfab.listen({ port: 0, host: '127.0.0.1' });
  const token = await fetch(`${playfabUrl}/Authentication/GetEntityToken`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-secretkey': playfabKey },
    body: JSON.stringify({ Entity: { Id: titleId, Type: 'title' } }),
  });
  const stripe = await createStripeSimulator({
    database: await openMemoryDatabase(),
    clock,
    // Only paths of the payment pages are used.
    publicUrl: 'http://localhost',
    merchant: 'Numeria',
    webhook: { url: portal + serverPaths.stripeWebhook, secret: webhookSecret },
  });
  const stripeUrl = await stripe.app.listen({ port: 0, host: '127.0.0.1' });
  stripe.start();
  return {
    playfabUrl,
    stripeUrl,
    smtp,
    /** PlayFab's proof that a function call comes from this title. */
    titleToken: issued.parse(await token.json()).data.EntityToken,
    close: async (): Promise<void> => {
      await stripe.stop();
      await Promise.all([stripe.app.close(), playfab.close(), smtp.close()]);
    },
  };
};
export type EmulatedServices = Awaited<ReturnType<typeof startEmulatedServices>>;
