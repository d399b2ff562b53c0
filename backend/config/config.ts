import type { LegalLinks } from '../../src/config/legal-links.ts';
import type { Partner } from '../../src/config/partner-origins.ts';
import type { ConversionAccounts } from '../gateways/conversions/clients.ts';

/** The account at Stripe; in development its test mode. */
export type StripeAccount = {
  kind: 'stripe';
  secretKey: string;
  /** One or two secrets: the second is valid while the first is being replaced. */
  webhookSecrets: readonly string[];
  /** The recurring price that is sold. */
  priceId: string;
  couponIds: readonly string[];
};
/** The simulator that replaces Stripe on this machine. */
export type StripeSimulation = { kind: 'simulator'; port: number; couponIds: readonly string[] };

/**
 * The keys of RevenueCat: the values of its webhook's authorization header, and the key by which the portal reads a
 * subscriber.
 */
export type RevenueCatConfig = { webhookKeys: readonly string[]; apiKey: string };

/** Where the levels made by players are stored. */
export type LevelsConfig = { kind: 'folder'; folder: string } | { kind: 'host'; url: string };

/** The configuration that both modes have. */
export type CommonConfig = {
  host: string;
  port: number;
  /** The origin in mails and pages; no trailing slash. */
  publicUrl: string;
  /** A folder of earlier releases’ elements. When undefined, partners can pin only the version of this build. */
  keptReleases: string | undefined;
  /** Host names that redirect to `publicUrl`. */
  redirectHosts: readonly string[];
  /** Addresses and networks of proxies whose `X-Forwarded-*` headers are trusted; empty trusts none. */
  trustProxy: readonly string[];
  /** The header in which that proxy names the country. */
  countryHeader: string | undefined;
  /**
   * The keys that open `/metrics` to other machines: the second is valid while the first is being replaced. Without a
   * key, only this machine can read the metrics, and in production no one can.
   */
  metricsKeys: readonly string[];
  /** The partners that may embed a widget. */
  partners: readonly Partner[];
  /** The origins of all of them. */
  partnerOrigins: readonly string[];
  /** Days of the periods by which parents end their contract. */
  leaving: { withdrawalDays: number; linkDays: number };
  /** The name and postal address of the operator in mails. */
  postalAddress: string | undefined;
  /** The operator's own legal pages, which replace the samples. */
  legalLinks: LegalLinks;
  /** The keys of the game's server: the second is valid while the first is being replaced. */
  gameKeys: readonly string[];
  /**
   * The keys of the level tool: the second is valid while the first is being replaced. Without a key the tool is closed
   * in production and open in development.
   */
  adminKeys: readonly string[] | 'everybody';
  levels: LevelsConfig;
  /** The receivers of conversion events; null for those that are not configured. */
  conversions: ConversionAccounts;
  logLevel: 'debug' | 'info' | 'warn' | 'error';
};

export type DevelopmentConfig = CommonConfig & {
  mode: 'development';
  /** Whether PUBLIC_URL is not on this machine, so that others may reach the portal through a proxy. */
  isPublished: boolean;
  /** The secrets of the keys that sign results for partners; with null, the database keeps one. */
  idTokenKeys: readonly string[] | null;
  /** The first of `gameKeys` when it was generated for this start; null for a configured or the well-known key. */
  generatedGameKey: string | null;
  demoPort: number;
  /**
   * Milliseconds until another worker may take the jobs of a worker that died; when undefined, the worker uses its
   * default.
   */
  jobLease: number | undefined;
  /** The address of Vite's dev server, which has the pages and their files; when undefined, those of the build are used. */
  devServer: string | undefined;
  database: { kind: 'embedded'; folder: string } | { kind: 'postgres'; url: string };
  playfab: { titleId: string };
  stripe: StripeAccount | StripeSimulation;
  mail: { from: string };
};
export type ProductionConfig = CommonConfig & {
  mode: 'production';
  /** The secrets of the keys that sign results for partners: the first one signs, and all of their keys are public. */
  idTokenKeys: readonly string[];
  database: { kind: 'postgres'; url: string };
  playfab: { titleId: string; url: string; secretKey: string; functionSecrets: readonly string[] };
  stripe: StripeAccount;
  /** With null, the webhook of app-store subscriptions is closed. */
  revenueCat: RevenueCatConfig | null;
  mail: { from: string; smtpUrl: string };
};
export type Config = DevelopmentConfig | ProductionConfig;
