import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { languages } from '../../src/contracts/language.ts';
import { publicOriginMark } from '../../src/contracts/pages.ts';
import { routes } from '../../src/contracts/routes.ts';
import { type AppDependencies, createApp } from '../app.ts';
import { createPortal } from '../domain/portal.ts';
import { createLogger } from '../server/log.ts';
import { createMetrics } from '../server/metrics.ts';
import { createFakeClock } from './fake-clock.ts';
import { createFakePlayfab } from './fake-playfab.ts';
import { createFakeStripe, testPortal } from './fake-stripe.ts';
import { sampleFiles } from './test-api.ts';
import { createTestDatabase } from './test-database.ts';

export const partnerOrigins = ['https://funnel.numeria.example', 'https://quiz.numeria.example'];

/** What a build leaves, as far as the server looks at it. */
export const buildFolder = (stamp: object = { mode: 'development' }): string => {
  const built = mkdtempSync(join(tmpdir(), 'built-'));
  for (const folder of ['site/assets', 'elements/chunks', ...languages.map((language) => `site/pages/${language}`)])
    mkdirSync(join(built, folder), { recursive: true });
  for (const language of languages) {
    for (const [name, { path }] of Object.entries(routes)) {
      const page = `<!doctype html><title>${name} in ${language}</title><link rel="canonical" href="${publicOriginMark}${path}">`;
      writeFileSync(join(built, `site/pages/${language}/${name}.html`), page);
    }
  }
  writeFileSync(join(built, 'site/assets/index-Bj2LblBN.js'), '');
  writeFileSync(join(built, 'elements/loader.js'), '');
  writeFileSync(join(built, 'elements/chunks/sign-in-DaCWor9G.js'), '');
  writeFileSync(join(built, 'build.json'), JSON.stringify(stamp));
  return built;
};

/** The whole app without a port, on pages that are only a title. */
export const createTestApp = async (given: Partial<AppDependencies> = {}) => {
  const { database, close } = await createTestDatabase();
  const built = buildFolder();
  const clock = createFakeClock();
  const portal = createPortal({
    database,
    clock,
    playfab: createFakePlayfab('MATHS').gateway,
    titleId: 'MATHS',
    functionSecrets: ['a-function-secret-of-32-signs-or-more'],
    stripe: createFakeStripe(clock).gateway,
    billing: { publicUrl: testPortal, couponIds: [], livemode: false },
    revenueCat: { keys: [], signingSecrets: [] },
    gameKeys: ['dev-game-key'],
    adminKeys: 'everybody',
    levelFiles: sampleFiles,
    conversions: { meta: null, measurement: null },
    events: { record: () => undefined },
    wake: () => undefined,
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
