import type { Database } from '../db/database.ts';
import type { PlayfabGateway } from '../gateways/playfab.ts';
import type { StripeGateway } from '../gateways/stripe-gateway.ts';
import type { LevelFiles } from '../gateways/level-files.ts';
import { type AdminKeys, createAdmin } from './admin.ts';
import { createAnalytics } from './analytics.ts';
import { createBilling } from './billing/billing.ts';
import { createFindSubscriptions } from './billing/find-subscriptions.ts';
import type { BillingSettings } from './billing/settings.ts';
import { createCaller } from './caller.ts';
import type { Clock } from './clock.ts';
import { createDeletion } from './deletion.ts';
import type { SecurityEvents } from './events.ts';
import { createLevels } from './levels.ts';
import { createLimits } from './limits.ts';
import { createMailQueue } from './mails/mail-queue.ts';
import { createRecovery } from './recovery.ts';
import { createSessions } from './sessions.ts';
import { createSchoolZone } from './school-zone/school-zone.ts';
import type { RevenueCatSecrets } from './stores/genuine.ts';
import { createStores } from './stores/stores.ts';
import { type ConversionClients, createForwarding } from './telemetry/forward.ts';
import { createUsers } from './users.ts';

export type PortalDependencies = {
  database: Database;
  clock: Clock;
  playfab: PlayfabGateway;
  titleId: string;
  /**
   * The secrets of the function route; the second is valid while the first is being replaced. Each has at least 32
   * characters.
   */
  functionSecrets: readonly string[];
  stripe: StripeGateway;
  billing: BillingSettings;
  revenueCat: RevenueCatSecrets;
  /** The keys with which the game's server reports progress; the second is valid while the first is being replaced. */
  gameKeys: readonly string[];
  adminKeys: AdminKeys;
  levelFiles: LevelFiles;
  conversions: ConversionClients;
  events: SecurityEvents;
  /** Called when a job was added that a person waits for. */
  wake(): void;
};

export type Portal = ReturnType<typeof createPortal>;

/** Creates the product's use cases and connects them. There is no HTTP in this layer. */
export const createPortal = (deps: PortalDependencies) => {
  const { database, clock, playfab, titleId, functionSecrets, stripe, revenueCat, gameKeys, adminKeys, events, wake } =
    deps;
  const [limiterSecret] = functionSecrets;
  if (limiterSecret === undefined) throw new Error('functionSecrets is empty');
  const limits = createLimits(database, clock, events, limiterSecret);
  const mailQueue = createMailQueue(database, clock, events, limiterSecret);
  const subscriptionsOf = createFindSubscriptions(clock);
  const billing = createBilling({
    ...deps.billing,
    database,
    clock,
    stripe,
    playfab,
    limits,
    events,
    subscriptionsOf,
    wake,
  });
  const analytics = createAnalytics({
    database,
    clock,
    limits,
    conversions: deps.conversions,
    publicUrl: deps.billing.publicUrl,
  });
  return {
    limits,
    mailQueue,
    events,
    sessions: createSessions(database, clock, events),
    users: createUsers(database, clock, limits),
    recovery: createRecovery(database, clock, playfab, events),
    deletion: createDeletion({ database, clock, playfab, events, forget: billing.forget }),
    billing,
    stores: createStores({ database, clock, revenueCat, events, wake }),
    schoolZone: createSchoolZone({
      database,
      clock,
      limits,
      mailQueue,
      conversionsOfTeacher: analytics.conversionsOfTeacher,
      gameKeys,
      events,
      wake,
    }),
    admin: createAdmin(adminKeys, limits),
    levels: createLevels({ files: deps.levelFiles, clock, adminKeys }),
    analytics,
    forward: createForwarding(deps.conversions),
    caller: createCaller(playfab, { titleId, secrets: functionSecrets }, events),
  };
};
