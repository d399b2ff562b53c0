import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { browserArguments, ensureBrowser } from '../../test-tools/requirements.ts';
import { type Release, releaseOf, writeRelease } from '../../build/release.ts';
import { builtFolder, hashedName } from './built-files.ts';
import { startLocalServer } from '../../test-tools/ports.ts';

const elements = join(builtFolder, 'elements');
const release: Release = JSON.parse(readFileSync(join(elements, 'release.json'), 'utf8'));
const base = `/elements/${release.version}/`;

/** Starts a portal that adds one byte to the released file `changed`. */
const servePortal = (changed?: string) =>
  startLocalServer(({ url = '/' }, response) => {
    const file = url.slice(base.length);
    if (!(file in release.integrity)) return response.writeHead(404).end();
    response.writeHead(200, { 'content-type': 'text/javascript', 'access-control-allow-origin': '*' });
    return response.end(readFileSync(join(elements, file), 'utf8') + (file === changed ? ' ' : ''));
  });

/** A partner's page that pinned the release, as docs/partners/policies.md describes. */
const pinnedPage = (portal: string): string => {
  const integrity = Object.fromEntries(
    Object.entries(release.integrity).map(([file, hash]) => [portal + base + file, hash]),
  );
  return `<!doctype html><html lang="en"><head><link rel="icon" href="data:,">
<script type="importmap">${JSON.stringify({ integrity })}</script>
<script type="module" crossorigin integrity="${release.integrity['loader.js']}" src="${portal}${base}loader.js"></script>
</head><body><maths-sign-in origin="demo" lang="en"></maths-sign-in></body></html>`;
};

const element = hashedName(elements, 'sign-in-element');
/** A chunk that the element imports statically. The element itself is loaded with `import()`. */
const importedAtOnce = hashedName(elements, 'kit');

describe('a browser rejects a changed byte of a pinned release', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: ensureBrowser(), args: browserArguments });
  });
  afterAll(() => browser.close());

  const open = async (changed?: string) => {
    const portal = await servePortal(changed);
    const html = pinnedPage(portal.url);
    const partner = await startLocalServer((_request, response) =>
      response.setHeader('content-type', 'text/html').end(html),
    );
    const tab = await browser.newPage();
    const refused = new Promise<string>((resolve) => {
      tab.on('console', (message) => message.text().includes("'integrity'") && resolve(message.text()));
    });
    await tab.goto(partner.url);
    const isDefined = () => tab.evaluate(() => customElements.get('maths-sign-in') !== undefined);
    const close = async () => {
      await tab.close();
      await Promise.all([portal.close(), partner.close()]);
    };
    return { tab, refused, isDefined, close };
  };

  it('publishes the hashes of the files', () => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
    expect(release).toEqual({ ...releaseOf(elements, version), built: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/) });
    expect(Object.keys(release.integrity)).toEqual(expect.arrayContaining(['loader.js', 'sign-in.js', importedAtOnce]));
  });

  it('says until when the operator keeps it', () => {
    const folder = mkdtempSync(join(tmpdir(), 'release-'));
    vi.stubEnv('RELEASES_KEPT_DAYS', '180');
    writeRelease(folder);
    vi.unstubAllEnvs();
    const { built, keptUntil } = JSON.parse(readFileSync(join(folder, 'release.json'), 'utf8'));
    expect((Date.parse(keptUntil) - Date.parse(built)) / 86_400_000).toBe(180);
  });

  it('shows the form on a pinned page', async () => {
    const { tab, close } = await open();
    await tab.waitForFunction(() => customElements.get('maths-sign-in') !== undefined);
    await tab.locator('maths-sign-in input[name=email]').waitFor();
    await close();
  });

  it.each(['loader.js', element, importedAtOnce])('runs no %s after a change of its content', async (changed) => {
    const { refused, isDefined, close } = await open(changed);
    expect(await refused).toContain(`${base}${changed}`);
    expect(await isDefined()).toBe(false);
    await close();
  });

  it('requests a missing file of a form again, but never without a hash', async () => {
    const { tab, refused, isDefined, close } = await open(element);
    const asked: string[] = [];
    tab.on('request', (request) => asked.push(new URL(request.url()).pathname));
    const again = tab.locator('maths-sign-in [role=alert] button');
    await refused;
    await again.click();
    await again.waitFor();
    expect(asked).not.toContain(`${base}maths-portal.classic.js`);
    expect(await isDefined()).toBe(false);
    await close();
  });
});
