import { rmSync } from 'node:fs';
import { type AppDependencies, createApp } from '../app.ts';
import { createPortal } from '../domain/portal.ts';
import { createLogger } from '../server/log.ts';
import { createMetrics } from '../server/metrics.ts';
import { buildFolder } from './build-folder.ts';
import { createFakeClock } from './fake-clock.ts';
import { createFakePlayfab } from './fake-playfab.ts';
import { createFakeStripe, testPortal } from './fake-stripe.ts';
import { noConversions, sampleFiles, testSecrets, testSettings, titleId } from './test-api.ts';
import { createTestDatabase } from './test-database.ts';

export const partnerOrigins = ['https://funnel.numeria.example', 'https://quiz.numeria.example'];

/** Creates the whole app without a port, with pages that contain only a title. */
export const createTestApp = async (given: Partial<AppDependencies> = {}) => {
  const { database, close } = await createTestDatabase();
  const built = buildFolder();
  const clock = createFakeClock();
  const portal = createPortal({
    infrastructure: { database, clock, events: { record: () => undefined }, wake: () => undefined },
    gateways: {
      playfab: createFakePlayfab(titleId).gateway,
      stripe: createFakeStripe(clock).gateway,
      levelFiles: sampleFiles,
      conversions: noConversions,
    },
    secrets: { ...testSecrets, gameKeys: ['dev-game-key'], adminKeys: 'everybody' },
    settings: testSettings,
  });
  const app = await createApp({
    portal,
    logger: createLogger('silent'),
    metrics: createMetrics(),
    metricsAccess: { mode: 'development', key: undefined },
    headers: { mode: 'development', partnerOrigins, connectOrigins: [] },
    publicUrl: testPortal,
    redirectHosts: [],
    ownOrigins: ['http://localhost:4173'],
    trustProxy: [],
    countryHeader: undefined,
    isReady: async () => true,
    built,
    keptReleases: undefined,
    legalLinks: { terms: undefined, privacy: undefined },
    hostGuard: null,
    mountDevelopment: null,
    ...given,
  });
  return {
    app,
    close: async () => {
      await app.close();
      await close();
      rmSync(built, { recursive: true });
    },
  };
};
