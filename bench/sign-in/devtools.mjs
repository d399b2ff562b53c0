/**
 * Controls a browser with the DevTools protocol alone, because the scripts that a driver adds to the page would be
 * slowed and counted like the page's own.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { browserArguments, ensureBrowser } from '../../scripts/test-tools/browser.mjs';

/**
 * The protocol defines its responses and events; each caller reads the fields that it requested.
 * @typedef {Record<string, any>} Message
 * @typedef {(method: string, params?: object, session?: string) => Promise<Message>} Send
 * @typedef {(event: { method: string, params: Message, sessionId: string }) => void} Listener
 * @typedef {{ send: Send, listen: (listener: Listener) => () => void, close: () => Promise<void> }} Browser
 */

/** @returns {Promise<Browser>} */
export const openBrowser = async () => {
  const profile = mkdtempSync(join(tmpdir(), 'maths-portal-bench-'));
  // Requests to any other server, for a font or a badge, fail immediately.
  const alone = '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1';
  const options = ['--headless=new', '--remote-debugging-pipe', `--user-data-dir=${profile}`, alone];
  const child = spawn(ensureBrowser('fullBrowser'), [...options, ...browserArguments], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
  });
  const [, , , input, output] = /** @type {any[]} */ (child.stdio);
  /** @type {Map<number, { resolve: (result: Message) => void, reject: (error: Error) => void }>} */
  const waiting = new Map();
  /** @type {Set<Listener>} */
  const listeners = new Set();

  const hear = (/** @type {string} */ text) => {
    const message = JSON.parse(text);
    if (message.id === undefined) return listeners.forEach((listener) => listener(message));
    const { resolve, reject } = waiting.get(message.id) ?? {};
    waiting.delete(message.id);
    if (message.error) return reject?.(new Error(message.error.message));
    return resolve?.(message.result);
  };
  let heard = '';
  output.setEncoding('utf8').on('data', (/** @type {string} */ chunk) => {
    const [last = '', ...whole] = (heard + chunk).split('\0').reverse();
    heard = last;
    whole.reverse().forEach(hear);
  });
  child.once('exit', () => {
    for (const { reject } of waiting.values()) reject(new Error('The browser went away.'));
  });

  let count = 0;
  return {
    send: (method, params = {}, sessionId) =>
      new Promise((resolve, reject) => {
        count += 1;
        waiting.set(count, { resolve, reject });
        input.write(`${JSON.stringify({ id: count, method, params, sessionId })}\0`);
      }),
    listen: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close: async () => {
      if (child.exitCode === null) {
        const gone = once(child, 'exit');
        child.kill();
        await gone;
      }
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
};
