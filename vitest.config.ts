import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { playfab } from './src/services/identity/playfab-vite-plugin.ts';

const browserTests = '**/*.browser.test.ts';
const builtTests = 'scripts/checks/built/**';
const domTests = ['**/*.test.tsx', '**/*.dom.test.ts'];
const campaignTests = '**/*.campaign.test.ts';
const folders = '{src,elements,host-site,demo,locales,scripts,bench}';

/** What tests write is in this folder, which leaves with this process. Programs of other users can open it. */
const temporary = mkdtempSync(join(tmpdir(), 'maths-portal-tests-'));
chmodSync(temporary, 0o755);
for (const name of ['TMPDIR', 'TEMP', 'TMP']) process.env[name] = temporary;
process.once('exit', () => rmSync(temporary, { recursive: true, force: true }));

/** Vitest leaves one processor free, which is half of a machine with two. */
const processors = Math.max(availableParallelism(), 2);

/** One project for each kind of test, selected by the file name (docs/contributors/testing.md). */
export default defineConfig({
  plugins: [playfab()],
  test: {
    // Vite's plugin transforms the file, as in a build. Node would load the vendor's file directly.
    server: { deps: { inline: ['playfab-web-sdk'] } },
    // Builds and their compressed copies are excluded, because watching or searching them takes seconds.
    exclude: ['**/node_modules/**', 'dist/**', 'dist-test*/**', '.data/**'],
    maxWorkers: processors,
    // Tests, servers and browsers share the processors, so a change may take seconds.
    expect: { poll: { timeout: 20_000 } },
    // A failure that occurs once is explained by what the test saw, not by "{ …(3) }".
    chaiConfig: { truncateThreshold: 0 },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          environment: 'node',
          include: [`${folders}/**/*.test.ts`],
          exclude: [browserTests, builtTests, ...domTests],
          // These tests mock no module and restore what they change, so a file does not need its own process.
          isolate: false,
        },
      },
      {
        extends: true,
        test: { name: 'dom', environment: 'happy-dom', include: domTests.map((glob) => `${folders}/${glob}`) },
      },
      {
        extends: true,
        // Each file loads its own PGlite, which takes seconds on a busy machine.
        test: {
          name: 'backend',
          environment: 'node',
          include: ['{backend,emulators}/**/*.test.ts'],
          exclude: [campaignTests],
          globalSetup: ['backend/testing/database-template.ts'],
          // Loading the backend and compiling PGlite for each file takes 40 % of the time. What a test replaces, it
          // restores.
          isolate: false,
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        // These repeat one scenario with many faults, which takes minutes.
        test: {
          name: 'campaign',
          environment: 'node',
          include: [`backend/${campaignTests}`],
          globalSetup: ['backend/testing/database-template.ts'],
          testTimeout: 120_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        // These start the programs that operators run beside the portal.
        test: {
          name: 'deploy',
          environment: 'node',
          include: ['deploy/**/*.test.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        // These tests read the files of the build, or build again.
        test: { name: 'built', environment: 'node', include: [`${builtTests}/*.test.ts`], testTimeout: 120_000 },
      },
      {
        extends: true,
        // Each of the two workers keeps its portal and its browser from file to file.
        test: {
          name: 'e2e',
          environment: './e2e/support/environment.ts',
          include: ['e2e/**/*.e2e.ts'],
          globalSetup: ['e2e/support/build.ts'],
          isolate: false,
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
          testTimeout: 90_000,
          hookTimeout: 120_000,
        },
      },
      {
        extends: true,
        // Installs and builds the projects of `examples` outside the repository. It needs the package registry.
        test: {
          name: 'examples',
          environment: 'node',
          include: ['e2e/examples/*.test.ts'],
          globalSetup: ['e2e/support/build.ts'],
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
    ],
  },
});
