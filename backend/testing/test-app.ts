import { rmSync } from 'node:fs';
import { createApp, type DevelopmentTools, type Monitoring, type NetworkOptions } from '../app.ts';
import { createPortal } from '../domain/portal.ts';
import type { HostGuardOptions } from '../server/host-guard.ts';
import { createLogger } from '../server/log.ts';
import { createMetrics } from '../server/metrics.ts';
import type { HeaderOptions } from '../server/security-headers.ts';
import type { SiteOptions } from '../server/site.ts';
import { buildFolder } from './build-folder.ts';
import { createFakeClock } from './fake-clock.ts';
import { createFakePlayfab } from './fake-playfab.ts';
import { createFakeStripe, testPortal } from './fake-stripe.ts';
import { noConversions, sampleFiles, testSecrets, testSettings, testTitleId } from './test-api.ts';
import { createTestDatabase } from './test-database.ts';

export const partnerOrigins = ['https://funnel.numeria.example', 'https://quiz.numeria.example'];

/** A host guard that refuses only unknown hosts and misuse through a proxy. */
const openGuard: HostGuardOptions = { names: [], key: null, isPublished: false, hasAdminKey: false };

/** Replaces single members of the dependencies. */
export type TestAppOptions = {
  monitoring?: Partial<Monitoring>;
  network?: Partial<NetworkOptions>;
  headers?: Partial<HeaderOptions>;
  site?: Partial<SiteOptions>;
  development?: { hostGuard?: Partial<HostGuardOptions>; mount?: DevelopmentTools['mount'] };
};

const logger = createLogger('silent');

/** Creates the whole app without a port, with pages that contain only a title. */
export const createTestApp = async (given: TestAppOptions = {}) => {
  const { database, close } = await createTestDatabase();
  const built = buildFolder();
  const clock = createFakeClock();
  const stripe = createFakeStripe(clock);
  const portal = createPortal({
    infrastructure: { database, clock, events: { record: () => undefined }, wake: () => undefined },
    gateways: {
      playfab: createFakePlayfab(testTitleId).gateway,
      stripe: stripe.gateway,
      revenueCat: null,
      levelFiles: sampleFiles,
      conversions: noConversions,
    },
    secrets: { ...testSecrets, gameKeys: ['dev-game-key'], adminKeys: 'everybody' },
    settings: testSettings,
  });
  const { monitoring, network, headers, site, development } = given;
  const app = await createApp({
    portal,
    monitoring: {
      logger,
      metrics: createMetrics(),
      metricsAccess: { mode: 'development', keys: [] },
      isReady: async () => true,
      ...monitoring,
    },
    network: {
      publicUrl: testPortal,
      redirectHosts: [],
      ownOrigins: ['http://localhost:4173'],
      trustProxy: [],
      countryHeader: undefined,
      partners: [],
      ...network,
    },
    headers: { mode: 'development', partnerOrigins, connectOrigins: [], ...headers },
    site: { built, keptReleases: undefined, legalLinks: { terms: undefined, privacy: undefined }, ...site },
    development:
      development === undefined
        ? null
        : {
            hostGuard: { ...openGuard, ...development.hostGuard },
            mount: development.mount ?? (async () => undefined),
          },
  });
  return {
    app,
    portal,
    stripe,
    close: async () => {
      await app.close();
      await close();
      rmSync(built, { recursive: true });
    },
  };
};
