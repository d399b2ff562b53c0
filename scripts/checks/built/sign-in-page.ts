import { readFile } from 'node:fs/promises';
import { extname, join, normalize } from 'node:path';
import { chromium } from 'playwright-core';
import { browserArguments, ensureBrowser } from '../../test-tools/requirements.ts';
import { builtFolder } from './built-files.ts';
import { startLocalServer } from '../../test-tools/ports.ts';

/** One file that the browser loaded, with its content in the build. */
export type LoadedFile = { path: string; bytes: Buffer };

const entityToken = { EntityToken: 'entity', Entity: { Id: 'player', Type: 'title_player_account' } };
const login = { PlayFabId: 'A1', SessionTicket: 'ticket', EntityToken: entityToken };
const created = { FunctionResult: { success: true, userAPIResponse: { success: true, id: 'user-1' } } };

/** The responses of a portal where every sign-in succeeds. */
const answer = (path: string): object => {
  if (path.endsWith('/LoginWithEmailAddress')) return { code: 200, status: 'OK', data: login };
  if (path.endsWith('/ExecuteFunction')) return { code: 200, status: 'OK', data: created };
  return { success: true };
};

const types: Record<string, string> = { '.js': 'text/javascript', '.css': 'text/css', '.html': 'text/html' };

/** Submits the form in the first frame that shows it, so that the page loads only what a submit needs. */
export const quickVisitor = `<script>
requestAnimationFrame(function look() {
  const root = document.querySelector('maths-sign-in')?.shadowRoot;
  const password = root?.querySelector('[name=password]');
  if (!password) return requestAnimationFrame(look);
  root.querySelector('[name=email]').value = 'parent@example.org';
  password.value = 'a long password';
  password.form.requestSubmit();
});
addEventListener('auth-success', () => { window.isSignedIn = true; });
</script>`;

/** Serves a partner's page and a portal. The build contains the address of this port as the partner `demo`. */
export const servePages = (html: string, loaded: LoadedFile[] = [], port = Number(process.env['DEMO_PORT'] || 4174)) =>
  startLocalServer(async ({ url = '/' }, response) => {
    for (const name of ['origin', 'headers', 'methods']) response.setHeader(`access-control-allow-${name}`, '*');
    const path = normalize(new URL(url, 'http://portal.example').pathname);
    if (path === '/') return response.setHeader('content-type', 'text/html').end(html);
    if (!path.startsWith('/elements/'))
      return response.setHeader('content-type', 'application/json').end(JSON.stringify(answer(path)));
    const bytes = await readFile(join(builtFolder, path)).catch(() => null);
    if (bytes === null) return response.writeHead(404).end();
    loaded.push({ path, bytes });
    return response.setHeader('content-type', types[extname(path)] ?? 'application/octet-stream').end(bytes);
  }, port);

/** Opens a partner's page, in English and not framed, and returns what the browser loaded until the condition held. */
const filesUntil = async (content: string, visitor: string, condition: string): Promise<LoadedFile[]> => {
  const loaded: LoadedFile[] = [];
  const form = `${content}<maths-sign-in origin="demo" lang="en"></maths-sign-in>${visitor}`;
  const head = '<!doctype html><html lang="en"><head><link rel="icon" href="data:,"></head>';
  const server = await servePages(`${head}<body>\n${form}</body></html>`, loaded);
  const browser = await chromium.launch({ executablePath: ensureBrowser(), args: browserArguments });
  try {
    const tab = await browser.newPage();
    await tab.goto(server.url);
    await tab.waitForFunction(condition);
    return [...loaded];
  } finally {
    await browser.close();
    await server.close();
  }
};

/** Signs a parent in as soon as the form of this script tag is shown. Returns what was loaded before `auth-success`. */
export const filesOfASignIn = (script: string): Promise<LoadedFile[]> =>
  filesUntil(script, quickVisitor, 'window.isSignedIn === true');

const reader = `<script>addEventListener('ready', () => { window.isReady = true; });</script>`;

/** Opens the form of this script tag and does nothing else. Returns what was loaded before `ready`. */
export const filesOfAView = (script: string): Promise<LoadedFile[]> =>
  filesUntil(reader + script, '', 'window.isReady === true');
