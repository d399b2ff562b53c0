import { readFile } from 'node:fs/promises';
import { extname, join, normalize } from 'node:path';
import { chromium } from 'playwright-core';
import { browserArguments, ensureBrowser } from '../browser.mjs';
import { builtFolder } from './built-files.ts';
import { startLocalServer } from './local-server.ts';

/** One file that the browser took, as it lies in the build. */
export type Loaded = { path: string; bytes: Buffer };

const entityToken = { EntityToken: 'entity', Entity: { Id: 'player', Type: 'title_player_account' } };
const login = { PlayFabId: 'A1', SessionTicket: 'ticket', EntityToken: entityToken };
const created = { FunctionResult: { success: true, userAPIResponse: { success: true, id: 'user-1' } } };

/** The answers of a portal where every sign-in succeeds. */
const answer = (path: string): object => {
  if (path.endsWith('/LoginWithEmailAddress')) return { code: 200, status: 'OK', data: login };
  if (path.endsWith('/ExecuteFunction')) return { code: 200, status: 'OK', data: created };
  return { success: true };
};

const types: Record<string, string> = { '.js': 'text/javascript', '.css': 'text/css', '.html': 'text/html' };

const page = (script: string) => `<!doctype html><html lang="en"><head><link rel="icon" href="data:,"></head><body>
${script}<maths-sign-in origin="demo" lang="en"></maths-sign-in></body></html>`;

/** The build knows this address as the partner `demo`. */
const serve = (script: string, loaded: Loaded[]) =>
  startLocalServer(
    async ({ url = '/' }, response) => {
      const path = normalize(new URL(url, 'http://portal.example').pathname);
      if (path === '/') return response.setHeader('content-type', 'text/html').end(page(script));
      if (!path.startsWith('/elements/'))
        return response.setHeader('content-type', 'application/json').end(JSON.stringify(answer(path)));
      const bytes = await readFile(join(builtFolder, path)).catch(() => null);
      if (bytes === null) return response.writeHead(404).end();
      loaded.push({ path, bytes });
      return response.setHeader('content-type', types[extname(path)] ?? 'application/octet-stream').end(bytes);
    },
    Number(process.env['DEMO_PORT'] || 4174),
  );

/**
 * A parent signs in on a partner's page, in English, not framed.
 * @param script the tag that the partner put in
 * @returns what the browser had loaded by the time of `auth-success`
 */
export const filesOfASignIn = async (script: string): Promise<Loaded[]> => {
  const loaded: Loaded[] = [];
  const server = await serve(script, loaded);
  const browser = await chromium.launch({ executablePath: ensureBrowser(), args: browserArguments });
  try {
    const tab = await browser.newPage();
    await tab.goto(server.url);
    await tab.locator('input[name=email]').fill('parent@example.org');
    await tab.locator('input[name=password]').fill('a long password');
    const success = tab.evaluate(
      () => new Promise((resolve) => addEventListener('auth-success', () => resolve(true), { once: true })),
    );
    await tab.keyboard.press('Enter');
    await success;
    return loaded;
  } finally {
    await browser.close();
    await server.close();
  }
};
