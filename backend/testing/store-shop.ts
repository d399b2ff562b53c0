import { randomUUID } from 'node:crypto';
import Fastify, { type FastifyInstance } from 'fastify';
import {
  createRevenueCatEmulator,
  type EmulatedSubscription,
  type RevenueCatEmulator,
} from '../../emulators/revenuecat/emulator.ts';
import type { Database } from '../db/database.ts';
import type { Clock } from '../domain/clock.ts';
import { createRevenueCatGateway } from '../gateways/revenuecat.ts';
import { day } from '../../src/lib/time.ts';
import { createFetchInto } from './portal-parts.ts';

const apiKey = 'sk_revenuecat-of-the-tests';

/** Creates the app stores with RevenueCat's emulator, which gets its tables when the first person buys or is read. */
export const createStoreShop = (database: Database, clock: Clock) => {
  const open = async (): Promise<RevenueCatEmulator & { app: FastifyInstance }> => {
    const webhook = { url: '', key: '', fetch };
    const emulator = await createRevenueCatEmulator({
      database: database.withoutPlugins().$pickTables<never>(),
      clock,
      apiKey,
      webhook,
    });
    const app = Fastify();
    await app.register(emulator.plugin);
    return { ...emulator, app };
  };
  let opened: ReturnType<typeof open> | undefined;
  const emulator = () => (opened ??= open());
  const into = createFetchInto(async () => (await emulator()).app);
  /** Returns a gateway that calls RevenueCat through a network. */
  const through = (network: typeof fetch) =>
    createRevenueCatGateway({ apiKey, baseUrl: 'http://revenuecat.example', fetch: network });
  return {
    into,
    through,
    gateway: through(into),
    close: async (): Promise<void> => (await opened)?.app.close(),
    /** Changes what RevenueCat knows about a person, who has bought thirty days in the App Store; null: nothing. */
    change: async (appUserId: string, changes: Partial<EmulatedSubscription> | null = {}, product?: string) =>
      (await emulator()).change(appUserId, changes, product),
    /** Returns the ISO time of so many days from now. */
    inDays: (days: number): string => new Date(clock.now().getTime() + days * day).toISOString(),
    event: (type: string, appUserId: string | null, change: object = {}) => ({
      id: randomUUID(),
      type,
      event_timestamp_ms: clock.now().getTime(),
      app_user_id: appUserId,
      ...change,
    }),
  };
};
