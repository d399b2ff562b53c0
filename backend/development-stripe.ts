import { simulatedPriceId } from '../emulators/stripe/catalog.ts';
import { createStripeSimulator } from '../emulators/stripe/simulator.ts';
import type { StripeSimulatorOptions } from '../emulators/stripe/work.ts';
import { brand } from '../src/config/brand.ts';
import { receiveStripeEvent } from '../src/contracts/calls/servers.ts';
import { createStripeGateway, type StripeGateway } from './gateways/stripe.ts';
import { addHostGuard } from './server/host-guard.ts';
import { closeServer, listen } from './server/listen.ts';

/** The simulator listens on this machine only. */
const host = '127.0.0.1';

export const createSimulatorGateway = (
  port: number,
  { webhookSecret, publicUrl }: { webhookSecret: string; publicUrl: string },
): StripeGateway =>
  createStripeGateway({
    secretKey: 'sk_test_simulator',
    webhookSecrets: [webhookSecret],
    priceId: simulatedPriceId,
    publicUrl,
    server: { host, port, protocol: 'http' },
  });

type Start = Pick<StripeSimulatorOptions, 'database' | 'clock' | 'fetch' | 'onFailure'> & {
  webhookSecret: string;
  /** The portal's origin as this process reaches it. */
  portal: string;
};

/** Starts the Stripe simulator on a separate port. @returns a function that stops it. */
export const startStripeSimulator = async (
  port: number,
  { webhookSecret, portal, ...options }: Start,
): Promise<() => Promise<void>> => {
  const simulator = await createStripeSimulator({
    ...options,
    publicUrl: `http://localhost:${port}`,
    merchant: brand.name,
    webhook: { url: portal + receiveStripeEvent.path, secret: webhookSecret },
  });
  addHostGuard(simulator.app);
  await listen(simulator.app, { host, port, variable: 'STRIPE_SIMULATOR_PORT' });
  simulator.start();
  return async () => {
    await simulator.stop();
    await closeServer(simulator.app);
  };
};
