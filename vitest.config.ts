import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { playfab } from './src/services/identity/playfab-vite-plugin.ts';

const browserTests = '**/*.browser.test.ts';
const builtTests = 'scripts/checks/built/**';
const domTests = ['**/*.test.tsx', '**/*.dom.test.ts'];
/** These take minutes, so only `npm run test:all` runs them. */
const longTests = '**/*.long.*';
const folders = '{src,elements,host-site,demo,locales,scripts,bench}';

/** What tests write is in this folder, which leaves with this process. Programs of other users can open it. */
const temporary = mkdtempSync(join(tmpdir(), 'maths-portal-tests-'));
chmodSync(temporary, 0o755);
for (const name of ['TMPDIR', 'TEMP', 'TMP']) process.env[name] = temporary;
process.once('exit', () => rmSync(temporary, { recursive: true, force: true }));

/** Vitest leaves one processor free, which is half of a machine with two. */
const processors = Math.max(availableParallelism(), 2);

type ProjectTest = NonNullable<TestProjectInlineConfiguration['test']>;

const backend: ProjectTest = {
  globalSetup: ['backend/testing/database-template.ts'],
  // Loading the backend and compiling PGlite for each file takes 40 % of the time. What a test replaces, it restores.
  isolate: false,
  testTimeout: 30_000,
  hookTimeout: 60_000,
};
/** Each of the two workers keeps its portal and its browser from file to file. */
const endToEnd: ProjectTest = {
  environment: './e2e/support/environment.ts',
  globalSetup: ['e2e/support/build.ts'],
  isolate: false,
  maxWorkers: 2,
  sequence: { groupOrder: 1 },
  testTimeout: 90_000,
  hookTimeout: 120_000,
};

/**
 * One project for each kind of test, selected by the file name (docs/contributors/testing.md). The check with the same
 * name runs it (scripts/checks/checks.ts).
 */
const projects: Record<string, ProjectTest> = {
  unit: {
    include: [`${folders}/**/*.test.ts`],
    exclude: [browserTests, builtTests, ...domTests],
    // These tests mock no module and restore what they change, so a file does not need its own process.
    isolate: false,
  },
  dom: { environment: 'happy-dom', include: domTests.map((glob) => `${folders}/${glob}`) },
  backend: { ...backend, include: ['{backend,emulators}/**/*.test.ts'], exclude: [longTests] },
  'backend-long': { ...backend, include: ['{backend,emulators}/**/*.long.test.ts'] },
  // These start the programs that operators run beside the portal.
  deploy: { include: ['deploy/**/*.test.ts'], testTimeout: 30_000, hookTimeout: 60_000 },
  // These tests read the files of the build, or build again.
  built: { include: [`${builtTests}/*.test.ts`], testTimeout: 120_000 },
  e2e: { ...endToEnd, include: ['e2e/*.e2e.ts'], exclude: [longTests] },
  'e2e-long': { ...endToEnd, include: ['e2e/*.long.e2e.ts'] },
  // Installs and builds the projects of `examples` outside the repository. It needs the package registry.
  examples: {
    include: ['e2e/examples/*.test.ts'],
    globalSetup: ['e2e/support/build.ts'],
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
};

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
    projects: Object.entries(projects).map(([name, test]) => ({ extends: true, test: { name, ...test } })),
  },
});
