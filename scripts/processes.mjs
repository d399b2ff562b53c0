import { spawn } from 'node:child_process';
import { constants, setPriority } from 'node:os';

/** @typedef {import('node:child_process').SpawnOptions} SpawnOptions */
/** A third of the usual share of a busy core: enough for tests that have time limits of their own. */
const lowerPriority = 5;

/** @typedef {SpawnOptions & { yields?: boolean }} RunOptions `yields`: gives way to programs of usual priority */

const forwarded = /** @type {const} */ (['SIGTERM', 'SIGHUP', 'SIGINT']);

/**
 * Calls `end` when the parent process is gone. npm passes a signal to the shell that started this process, and not every
 * shell passes it on.
 * @param {() => void} end
 * @returns {() => void} ends the watch
 */
export const whenOrphaned = (end) => {
  if (process.env['npm_lifecycle_event'] === undefined) return () => undefined;
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    end();
  }, 300);
  return () => clearInterval(watch);
};

/**
 * Runs a program with our own input and output and hands it the signals that we get.
 * A terminal sends Ctrl-C to every process of its group, so there SIGINT must not be sent a second time.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {RunOptions} [options]
 * @returns {Promise<number>} its exit code; 128 + the signal's number when a signal ended it
 */
export const run = (command, args, { yields = false, ...options } = {}) =>
  new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: 'inherit', ...options });
    if (yields && child.pid !== undefined) setPriority(child.pid, lowerPriority);
    const passOn = (/** @type {NodeJS.Signals} */ signal) => {
      if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal);
    };
    for (const signal of forwarded) process.on(signal, passOn);
    const endWatch = whenOrphaned(() => child.kill('SIGTERM'));
    const settle = () => {
      endWatch();
      for (const signal of forwarded) process.off(signal, passOn);
    };
    child.once('error', (error) => {
      settle();
      reject(error);
    });
    child.once('exit', (code, signal) => {
      settle();
      resolve(code ?? 128 + (signal === null ? 0 : constants.signals[signal]));
    });
  });

/** A failure that a person can act on: printed as a sentence, without a stack. */
export class Refusal extends Error {}

/**
 * The last resort of each script: a refusal is a sentence, everything else keeps its stack; both exit with 1.
 * @param {() => Promise<number | void>} work resolves to the exit code
 */
export const main = async (work) => {
  try {
    process.exitCode = (await work()) ?? 0;
  } catch (error) {
    console.error(error instanceof Refusal ? `\n${error.message}` : error);
    process.exitCode = 1;
  }
};
