import type { Database } from '../db/database.ts';
import type { LevelFiles } from '../gateways/levels.ts';
import type { PlayfabGateway } from '../gateways/playfab.ts';
import type { RevenueCatGateway } from '../gateways/revenuecat.ts';
import type { StripeGateway } from '../gateways/stripe.ts';
import type { AdminKeys } from './levels/levels.ts';
import type { Clock } from './clock.ts';
import type { SecurityEvents } from './events.ts';
import type { ConversionClients } from './visits/conversions.ts';

/** The dependencies that most use cases need. */
export type Infrastructure = {
  database: Database;
  clock: Clock;
  events: SecurityEvents;
  /** Called when a job was added that a person waits for. */
  wake(): void;
};

/** The clients of external services. */
export type Gateways = {
  playfab: PlayfabGateway;
  stripe: StripeGateway;
  /** Null when no webhook of app-store subscriptions is expected. */
  revenueCat: RevenueCatGateway | null;
  levelFiles: LevelFiles;
  conversions: ConversionClients;
};

/** The secrets by which other servers and administrators prove who they are. */
export type CallerSecrets = {
  /** The function route's secrets, 32 characters or more; the second is valid while the first is being replaced. */
  functionSecrets: readonly string[];
  /**
   * Values of the `Authorization` header of RevenueCat's webhook; the second is valid while the first is being
   * replaced.
   */
  revenueCatKeys: readonly string[];
  /** The keys with which the game's server reports progress; the second is valid while the first is being replaced. */
  gameKeys: readonly string[];
  adminKeys: AdminKeys;
  /** The secrets of the keys that sign results for partners: the first one signs, and all of their keys are public. */
  idTokenKeys: readonly string[];
};

export type PortalSettings = {
  /** The portal's origin: Stripe's pages return to it, and it marks the subscriptions that this portal sold. */
  publicUrl: string;
  /** PlayFab's title. */
  titleId: string;
  /** Coupons that a person may enter by their id; otherwise only promotion codes are accepted. */
  couponIds: readonly string[];
  /** Whether Stripe runs in live mode: an event of the other mode is refused. */
  livemode: boolean;
  /** The version of the legal texts to which people agree. */
  termsVersion: string;
  /** The time zone in which the days of a contract end. */
  contractTimeZone: string;
  /** Milliseconds that a person waits at most, for all calls to Stripe together. The default is 12,000. */
  stripeTimeout?: number;
};

export type PortalDependencies = {
  infrastructure: Infrastructure;
  gateways: Gateways;
  secrets: CallerSecrets;
  settings: PortalSettings;
};
