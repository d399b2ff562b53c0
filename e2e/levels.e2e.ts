import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { levelsPath } from '../src/contracts/calls/levels.ts';
import { routes } from '../src/contracts/routes.ts';
import { recordConsoleErrors, requestsOf } from './support/browser.ts';
import { expectFocusOn, press, type } from './support/keyboard.ts';
import { portalUrl, testBuild } from './support/settings.ts';
import { setUpPage, context, page, portal } from './support/setup.ts';

const key = 'the-admin-key-that-nobody-may-ever-find';
const wrongKey = 'a-key-that-was-typed-wrong-but-nearly-right';

// Motion is reduced, because axe would measure the contrast of a colour during its transition.
setUpPage({ settings: { ADMIN_API_KEY: key }, visitor: { reducedMotion: 'reduce' } });

const samples = readdirSync('backend/levels')
  .filter((file) => file.endsWith('.json'))
  .map((file) => file.replace(/\.json$/, ''));
/** A list as a French spreadsheet exports it, with the game's separator between a title and its code. */
const csv = ['\uFEFFPlayer;LevelName', ...[...samples, 'gone__a1b2'].map((name) => `"x";"${name.replace('__', '~')}"`)];
const file = { name: 'levels.csv', mimeType: 'text/csv', buffer: Buffer.from(csv.join('\r\n')) };

const tool = (tab: Page) => tab.locator('maths-levels');
const keyField = (tab: Page) => tool(tab).locator('[name=adminKey]');
const levels = (tab: Page) => tool(tab).locator('.maths-level');

const open = (tab: Page, query = '') => tab.goto(`${portalUrl}${routes.levels.path}${query}`);
const choose = (tab: Page) => tool(tab).locator('input[type=file]').setInputFiles(file);
const unlock = async (tab: Page, typed: string) => {
  await keyField(tab).fill(typed);
  await tab.keyboard.press('Enter');
};

describe('levels that players created', () => {
  it('finds and downloads levels by the keyboard alone', async () => {
    const consoleErrors = recordConsoleErrors(page);
    await open(page);
    const asked = page.waitForEvent('filechooser');
    await press(tool(page).locator('input[type=file]'));
    await (await asked).setFiles(file);
    await type(keyField(page), key);
    await page.keyboard.press('Enter');
    await levels(page).first().waitFor();
    expect(await tool(page).getByRole('status').textContent()).toContain(`levels found: ${samples.length}`);
    await expectFocusOn(tool(page).getByRole('status'));
    await tool(page).getByText('Names without a level: 1').waitFor();

    await press(tool(page).locator('.maths-all input'), 'Space');
    const download = page.waitForEvent('download');
    await press(tool(page).getByRole('button', { name: `Download Selected (${samples.length})` }));
    const archive = await download;
    expect(archive.suggestedFilename()).toBe('levels.zip');
    const bytes = readFileSync(await archive.path());
    for (const name of samples) {
      expect(bytes.includes(`${name}.json`), name).toBe(true);
      expect(bytes.includes(readFileSync(`backend/levels/${name}.json`)), `${name}, byte by byte`).toBe(true);
    }
    // The browser itself logs the 401 response that requested the key.
    expect(consoleErrors.filter((message) => !message.includes('401'))).toEqual([]);
  });
});

/** Returns everything that the browser stores for the portal, and everything that the page contains. */
const keptBy = (tab: Page): Promise<string> =>
  tab.evaluate(async () =>
    JSON.stringify([
      { ...localStorage },
      { ...sessionStorage },
      document.cookie,
      await indexedDB.databases(),
      await caches.keys(),
      history.state,
      location.href,
      document.documentElement.outerHTML,
      document.querySelector('maths-levels')?.shadowRoot?.innerHTML,
      [...(document.querySelector('maths-levels')?.shadowRoot?.querySelectorAll('input') ?? [])].map(
        (field) => field.value,
      ),
    ]),
  );

describe('the admin key', () => {
  it('appears in no URL, storage, bundle or log, and is forgotten when the page is opened again', async () => {
    const sent = requestsOf(context);
    await open(page);
    await choose(page);
    await unlock(page, wrongKey);
    await tool(page).getByRole('alert').waitFor();
    await unlock(page, key);
    await levels(page).first().waitFor();
    const download = page.waitForEvent('download');
    await tool(page).locator('.maths-all input').check();
    await tool(page)
      .getByRole('button', { name: /^Download Selected/ })
      .click();
    await (await download).path();

    for (const secret of [key, wrongKey]) {
      const told = sent.filter(({ url, headers, body }) => JSON.stringify([url, headers, body]).includes(secret));
      expect(told.length).toBeGreaterThan(0);
      for (const { url, headers, body } of told) {
        expect(new URL(url).pathname).toBe(levelsPath);
        const { authorization, ...others } = headers;
        expect(authorization).toBe(`Bearer ${secret}`);
        expect(JSON.stringify([url, others, body])).not.toContain(secret);
      }
      expect(await keptBy(page)).not.toContain(secret);
      expect(JSON.stringify(await context.storageState())).not.toContain(secret);
      expect(portal.output()).not.toContain(secret);
    }
    await page.reload();
    await choose(page);
    await keyField(page).waitFor();
    expect(await keyField(page).inputValue()).toBe('');
    const built = readdirSync(testBuild, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    const holding = built.filter((entry) => readFileSync(join(entry.parentPath, entry.name)).includes(key));
    expect(holding.map(({ name }) => name)).toEqual([]);
  });
});
