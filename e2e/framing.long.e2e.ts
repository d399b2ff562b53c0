import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../scripts/test-tools/ports.ts';
import { alert, email, newParent, openAccount, submit, send } from './support/parent.ts';
import { servePage, shiftsOf, watchShifts } from './support/browser.ts';
import { portalUrl, ports, urlOf, demoUrl } from './support/settings.ts';
import { setUpPage, browser, page } from './support/setup.ts';
import { widgetNames } from '../src/contracts/tags.ts';

const demoPort = await freePort();

describe('a partner’s frame', () => {
  const parent = newParent();
  // The demo partner is stopped, because partners of this file use its address.
  setUpPage({ settings: { DEMO_PORT: String(demoPort) } });
  beforeAll(() => openAccount(parent));

  const framePath = '/widgets/signin?lang=en&origin=';
  const frameOf = (key: string, attributes = ''): string =>
    `<!doctype html><title>Partner</title><iframe title="Log in" ${attributes} width="400" height="600" src="${portalUrl}${framePath}${key}"></iframe>`;

  /** Serves the mapped partner at the demo's address, with other content and headers. */
  const openPartner = async (html: string, headers: Record<string, string> = {}) => {
    const site = await servePage(html, headers, Number(ports.DEMO_PORT));
    const page = await browser.newPage();
    await page.addInitScript(() => {
      const heard: unknown[] = [];
      Object.assign(window, { heard });
      addEventListener('message', ({ data, origin }) => {
        if (typeof data === 'object' && data?.type === 'AUTH_SUCCESS')
          heard.push({ origin, playfabID: data.playfabID });
      });
    });
    await page.goto(site.url);
    const leave = async (): Promise<void> => {
      await page.close();
      await site.close();
    };
    return { page, leave };
  };

  const heardBy = (page: Page): Promise<unknown[]> => page.evaluate('window.heard');

  describe('permission to frame a widget', () => {
    it('shows no page to an unknown site, and a disabled form with a message and no event for a wrong or missing key', async () => {
      const stranger = await servePage(frameOf('demo'));
      const strange = await browser.newPage();
      const refusals: string[] = [];
      strange.on('console', (message) => refusals.push(message.text()));
      // In development, pages of this machine may frame a portal, so the other site has another host name.
      await strange.goto(stranger.url.replace('127.0.0.1', 'stranger.localhost'));
      await expect.poll(() => refusals.join('\n')).toContain('frame-ancestors');
      expect(await email(strange.frameLocator('iframe')).count()).toBe(0);
      await stranger.close();

      const refused = [...['educators', 'nobody', ''].map((key) => frameOf(key)), frameOf('').replace('&origin=', '')];
      for (const html of refused) {
        const { page, leave } = await openPartner(html);
        const frame = page.frameLocator('iframe');
        await alert(frame).getByText('Invalid parent origin!').waitFor();
        expect(await email(frame).isDisabled(), html).toBe(true);
        expect(await submit(frame).isDisabled(), html).toBe(true);
        expect(await heardBy(page), html).toEqual([]);
        await leave();
      }
    });

    it('prevents every site, mapped partners included, from framing the portal’s other pages', async () => {
      const { page, leave } = await openPartner(frameOf('demo').replace('/widgets/signin', '/signin'));
      await expect.poll(() => page.frames()[1]?.url()).toContain('chrome-error:');
      await leave();
    });
  });

  describe('a widget that is opened directly', () => {
    it('links to the page of the portal with the same form', async () => {
      const page = await browser.newPage();
      await page.goto(`${portalUrl}/widgets/teacher-signup?lang=fr&origin=demo`);
      await page.getByRole('link', { name: 'L’ouvrir sur Numeria' }).click();
      await page.waitForURL(urlOf('/schoolzone/teacher/signup'));
      await page.close();
    });
  });

  describe('a widget on another site', () => {
    it('has no link to itself, and stays light on a dark system unless its address asks for the dark theme', async () => {
      const backgrounds = { '': 'rgb(255, 255, 255)', '&theme=dark': 'rgb(27, 30, 61)' };
      for (const [theme, background] of Object.entries(backgrounds)) {
        const { page, leave } = await openPartner(frameOf(`demo${theme}`));
        await page.emulateMedia({ colorScheme: 'dark' });
        const frame = page.frameLocator('iframe');
        await submit(frame).waitFor();
        expect(await frame.getByText('Open it on Numeria').isVisible()).toBe(false);
        const card = frame.locator('.maths > *').first();
        expect(await card.evaluate((element) => getComputedStyle(element).backgroundColor)).toBe(background);
        await leave();
      }
    });

    it('signs in from a cross-site partner, in a sandbox without same-origin, and under COEP', async () => {
      const surroundings = [
        { html: frameOf('demo'), origin: portalUrl },
        { html: frameOf('demo', 'sandbox="allow-scripts allow-forms"'), origin: 'null' },
        {
          html: frameOf('demo'),
          headers: { 'cross-origin-embedder-policy': 'require-corp', 'cross-origin-opener-policy': 'same-origin' },
          origin: portalUrl,
        },
      ];
      for (const { html, headers, origin } of surroundings) {
        const { page, leave } = await openPartner(html, headers);
        await send(page.frameLocator('iframe'), parent);
        await expect.poll(() => heardBy(page)).toEqual([{ origin, playfabID: expect.any(String) }]);
        await leave();
      }
    });
  });
});

describe('the height of a frame', () => {
  setUpPage();

  // French is the longer language.
  const lang = 'fr';
  const cases = widgetNames.flatMap((widget) => [320, 1440].map((width) => ({ widget, width })));

  it.each(cases)(
    'reserves the height of a framed form before it reports one: $widget, $width px',
    async ({ widget, width }) => {
      let letIn = (): void => undefined;
      const admitted = new Promise<void>((resolve) => (letIn = resolve));
      await page.route('**/widgets/**', async (route) => {
        await admitted;
        await route.continue();
      });
      await page.addInitScript(watchShifts);
      await page.addInitScript(() => addEventListener('ready', () => Object.assign(window, { isReady: true })));
      await page.setViewportSize({ width, height: 900 });
      await page.goto(`${demoUrl}/?way=frame&widget=${widget}&lang=${lang}`, { waitUntil: 'commit' });
      const frame = page.locator('maths-embed iframe');
      const height = (): Promise<number> => frame.evaluate((element) => element.getBoundingClientRect().height);
      await frame.waitFor();
      // Waits for the page's own fonts and texts.
      await page.evaluate(() => document.fonts.ready);
      const [reserved, before] = [await height(), await shiftsOf(page)];
      letIn();
      await page.waitForFunction('window.isReady');
      // The reported height, in whole pixels.
      await page.waitForFunction(() => {
        const told = document
          .querySelector('maths-embed')
          ?.shadowRoot?.querySelector('iframe')
          ?.getBoundingClientRect();
        return told !== undefined && Number.isInteger(told.height);
      });
      expect(Math.abs((await height()) - reserved)).toBeLessThanOrEqual(1);
      expect(await shiftsOf(page)).toEqual(before);
    },
  );
});
