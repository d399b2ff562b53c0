import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { consentCookie } from '../../src/contracts/consent-cookie.ts';
import { untilQuiet } from '../support/browser.ts';
import { demoUrl, portalUrl } from '../support/settings.ts';

const folder = 'docs/images';
const viewport = { width: 1280, height: 800 };

/** The screenshots of README.md: file name and address. */
const pictures = {
  'portal-sign-in': `${portalUrl}/signin`,
  'partner-sign-up': demoUrl,
};

/** Writes the screenshots of README.md as WebP. Playwright does not support WebP, so this uses Chromium's protocol. */
export const takeReadmePictures = async (browser: Browser): Promise<void> => {
  mkdirSync(folder, { recursive: true });
  const context = await browser.newContext({ reducedMotion: 'reduce', viewport, locale: 'en' });
  try {
    await context.addCookies([{ name: consentCookie.name, value: consentCookie.scrolled, url: portalUrl }]);
    const page = await context.newPage();
    const protocol = await context.newCDPSession(page);
    for (const [name, address] of Object.entries(pictures)) {
      await page.goto(address);
      await untilQuiet(page);
      const { data } = await protocol.send('Page.captureScreenshot', { format: 'webp', quality: 80 });
      writeFileSync(join(folder, `${name}.webp`), Buffer.from(data, 'base64'));
    }
  } finally {
    await context.close();
  }
};
