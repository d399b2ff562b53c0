import type { Browser } from 'playwright-core';
import type { Environment } from 'vitest/runtime';
import { openBrowser } from './browser.ts';
import { build } from './build.ts';
import { type Portal, type PortalOptions, startPortal } from './portal.ts';
import { portalUrl } from './settings.ts';

declare global {
  /** The portal and the browser of this worker, which outlive a test file. A file with settings gets its own portal. */
  var shared: { browser(): Promise<Browser>; portal(options: PortalOptions): Promise<Portal> };
}

/** Creates a portal and a browser for each worker when the first file needs them, and ends them with the worker. */
export default {
  name: 'shared portal and browser',
  viteEnvironment: 'ssr',
  setup: () => {
    let opened: Promise<Browser> | undefined;
    let running: { portal: Portal; isShared: boolean } | undefined;
    globalThis.shared = {
      browser: () => (opened ??= openBrowser()),
      portal: async ({ settings, data }) => {
        const isShared = settings === undefined;
        if (isShared && running?.isShared && running.portal.child.exitCode === null) {
          // One address may create few accounts in a short time.
          await fetch(`${portalUrl}/dev/limits`, { method: 'DELETE' });
          return running.portal;
        }
        await running?.portal.stop();
        await build();
        running = { portal: await startPortal({ settings, data }), isShared };
        return running.portal;
      },
    };
    return {
      teardown: async () => {
        await Promise.all([running?.portal.stop(), opened?.then((browser) => browser.close())]);
      },
    };
  },
} satisfies Environment;
