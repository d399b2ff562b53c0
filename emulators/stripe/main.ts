import { randomBytes } from 'node:crypto';
import { listenLocally, openMemoryDatabase, readPort, runMain, UsageError } from '../standalone.ts';
import { simulatedPriceId } from './catalog.ts';
import { createStripeSimulator } from './simulator.ts';

/** Starts a Stripe account on this machine. README.md lists the variables. */
await runMain(async () => {
  const { env } = process;
  const port = readPort('STRIPE_SIMULATOR_PORT', 4175);
  const webhookUrl = env['STRIPE_WEBHOOK_URL'] || 'http://localhost:4242/webhook';
  if (!URL.canParse(webhookUrl)) {
    throw new UsageError(
      `STRIPE_WEBHOOK_URL is "${webhookUrl}". Use an absolute address, such as http://localhost:4242/webhook.`,
    );
  }
  const secret = env['STRIPE_WEBHOOK_SECRET'] || `whsec_${randomBytes(24).toString('base64url')}`;
  const simulator = await createStripeSimulator({
    database: await openMemoryDatabase(),
    clock: { now: () => new Date() },
    publicUrl: `http://localhost:${port}`,
    merchant: env['STRIPE_MERCHANT'] || 'Example shop',
    webhook: { url: webhookUrl, secret },
  });
  const url = await listenLocally(simulator.app, { port, variable: 'STRIPE_SIMULATOR_PORT' }, simulator.stop);
  simulator.start();
  process.stdout.write(
    [
      `Stripe simulator: ${url}`,
      `Price: ${simulatedPriceId}`,
      `Webhooks: ${webhookUrl}, signed with ${secret}`,
      'API keys: any key that begins with sk_test_',
      '',
    ].join('\n'),
  );
});
