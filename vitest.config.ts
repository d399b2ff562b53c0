import { defineConfig } from 'vitest/config';
import { playfab } from './src/services/identity/playfab-vite-plugin.ts';

const browserTests = '**/*.browser.test.ts';
const builtTests = 'scripts/built/**';
const domTests = ['**/*.test.tsx', '**/*.dom.test.ts'];
const rooms = '{src,elements,host-site,demo,locales,scripts}';

/** One project per kind of test, told apart by the file's name (CONTRIBUTING.md). */
export default defineConfig({
  plugins: [playfab()],
  test: {
    // Through the plugin, like in a build; Node would load the vendor's file as it is.
    server: { deps: { inline: ['playfab-web-sdk'] } },
    // Builds and their compressed copies are no source; a watcher or a search through them costs seconds.
    exclude: ['node_modules/**', 'dist/**', 'dist-test*/**', '.data/**'],
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          environment: 'node',
          include: [`${rooms}/**/*.test.ts`],
          exclude: [browserTests, builtTests, ...domTests],
        },
      },
      {
        extends: true,
        test: { name: 'dom', environment: 'happy-dom', include: domTests.map((glob) => `${rooms}/${glob}`) },
      },
      {
        extends: true,
        // Each file loads its own PGlite, which takes seconds on a busy machine.
        test: {
          name: 'backend',
          environment: 'node',
          include: ['backend/**/*.test.ts'],
          globalSetup: ['backend/testing/database-template.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        // These read what the build wrote, or build once more.
        test: { name: 'built', environment: 'node', include: [`${builtTests}/*.test.ts`], testTimeout: 120_000 },
      },
      {
        extends: true,
        // Stories share the built site, the ports and one browser.
        test: {
          name: 'stories',
          environment: 'node',
          include: ['e2e/**/*.e2e.ts'],
          globalSetup: ['e2e/support/build.ts', 'e2e/support/empty-data.ts'],
          fileParallelism: false,
          testTimeout: 90_000,
          hookTimeout: 120_000,
        },
      },
      {
        extends: true,
        // Installs and builds the projects of `examples` outside the repository; needs the package registry.
        test: {
          name: 'examples',
          environment: 'node',
          include: ['e2e/examples/*.test.ts'],
          globalSetup: ['e2e/support/build.ts', 'e2e/support/empty-data.ts'],
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
    ],
  },
});
