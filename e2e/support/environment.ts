import type { Browser } from 'playwright-core';
import type { Environment } from 'vitest/runtime';
import { openBrowser } from './browser.ts';
import { build } from './build.ts';
import { type Portal, type PortalOptions, startPortal } from './portal.ts';
import { portalUrl } from './settings.ts';

type Shared = {
  browser(): Promise<Browser>;
  /** Returns a portal that files without settings share, one after another. A file with settings gets its own. */
  portal(options: PortalOptions): Promise<Portal>;
};

declare global {
  /** The portal and the browser of this worker, which outlive a test file. */
  var shared: Shared;
}

/** Creates a portal and a browser for each worker when the first file needs them, and ends them with the worker. */
export default {
  name: 'shared portal and browser',
  viteEnvironment: 'ssr',
  setup: () => {
    let opened: Promise<Browser> | undefined;
    let running: { portal: Portal; isShared: boolean } | undefined;
    const stop = async (): Promise<void> => {
      await running?.portal.stop();
      running = undefined;
    };
    globalThis.shared = {
      browser: () => (opened ??= openBrowser()),
      portal: async ({ settings, data }) => {
        const isShared = settings === undefined;
        if (isShared && running?.isShared && running.portal.child.exitCode === null) {
          // One address may create few accounts in a short time.
          await fetch(`${portalUrl}/dev/limits`, { method: 'DELETE' });
          return running.portal;
        }
        await stop();
        await build();
        running = { portal: await startPortal({ settings, data }), isShared };
        return running.portal;
      },
    };
    return {
      teardown: async () => {
        await Promise.all([stop(), opened?.then((browser) => browser.close())]);
      },
    };
  },
} satisfies Environment;
