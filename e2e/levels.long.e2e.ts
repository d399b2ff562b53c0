import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
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

const tool = () => page.locator('maths-levels');
const files = () => tool().locator('input[type=file]');
const keyField = () => tool().locator('[name=adminKey]');

/** Returns everything that the browser stores for the portal, and everything that the page contains. */
const kept = (): Promise<string> =>
  page.evaluate(async () =>
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

it('downloads levels by the keyboard alone, and keeps the admin key in no URL, storage, bundle or log', async () => {
  const consoleErrors = recordConsoleErrors(page);
  const sent = requestsOf(context);
  await page.goto(portalUrl + routes.levels.path);
  const asked = page.waitForEvent('filechooser');
  await press(files());
  await (await asked).setFiles(file);
  await type(keyField(), wrongKey);
  await page.keyboard.press('Enter');
  await tool().getByRole('alert').waitFor();
  await press(keyField(), 'ControlOrMeta+A');
  await page.keyboard.type(key);
  await page.keyboard.press('Enter');
  await tool().locator('.maths-level').first().waitFor();
  expect(await tool().getByRole('status').textContent()).toContain(`levels found: ${samples.length}`);
  await expectFocusOn(tool().getByRole('status'));
  await tool().getByText('Names without a level: 1').waitFor();

  await press(tool().locator('.maths-all input'), 'Space');
  const download = page.waitForEvent('download');
  await press(tool().getByRole('button', { name: `Download Selected (${samples.length})` }));
  const archive = await download;
  expect(archive.suggestedFilename()).toBe('levels.zip');
  const bytes = readFileSync(await archive.path());
  for (const name of samples) {
    expect(bytes.includes(`${name}.json`), name).toBe(true);
    expect(bytes.includes(readFileSync(`backend/levels/${name}.json`)), `${name}, byte by byte`).toBe(true);
  }
  // The browser itself logs the 401 responses that requested the key.
  expect(consoleErrors.filter((message) => !message.includes('401'))).toEqual([]);

  for (const secret of [key, wrongKey]) {
    const told = sent.filter(({ url, headers, body }) => JSON.stringify([url, headers, body]).includes(secret));
    expect(told.length).toBeGreaterThan(0);
    for (const { url, headers, body } of told) {
      expect(new URL(url).pathname).toBe(levelsPath);
      const { authorization, ...others } = headers;
      expect(authorization).toBe(`Bearer ${secret}`);
      expect(JSON.stringify([url, others, body])).not.toContain(secret);
    }
    expect(await kept()).not.toContain(secret);
    expect(JSON.stringify(await context.storageState())).not.toContain(secret);
    expect(portal.output()).not.toContain(secret);
  }
  await page.reload();
  await files().setInputFiles(file);
  await keyField().waitFor();
  expect(await keyField().inputValue()).toBe('');
  const built = readdirSync(testBuild, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const holding = built.filter((entry) => readFileSync(join(entry.parentPath, entry.name)).includes(key));
  expect(holding.map(({ name }) => name)).toEqual([]);
});
