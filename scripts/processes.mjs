import { spawn } from 'node:child_process';
import { constants } from 'node:os';

/** @typedef {import('node:child_process').SpawnOptions} SpawnOptions */
const forwarded = /** @type {const} */ (['SIGTERM', 'SIGHUP', 'SIGINT']);

/**
 * Calls `end` when the parent process has ended. npm passes a signal to the shell that started this process, and not
 * every shell passes it on.
 * @param {() => void} end
 * @returns {() => void} stops watching
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
 * Runs a program with the input and output of this process and passes on the signals that this process receives. A
 * terminal sends Ctrl-C to every process of its group, so SIGINT must not be sent a second time there.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {SpawnOptions} [options]
 * @returns {Promise<number>} its exit code; 128 + the signal's number when a signal ended it
 */
export const run = (command, args, options = {}) =>
  new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: 'inherit', ...options });
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

/** An error that a person can fix. It is printed as a sentence, without a stack. */
export class UserError extends Error {}

/**
 * Runs the work of a script and exits. Prints a `UserError` as a sentence and any other error with its stack; both exit
 * with 1.
 * @param {() => Promise<number | void>} work resolves to the exit code
 */
export const main = async (work) => {
  try {
    process.exitCode = (await work()) ?? 0;
  } catch (error) {
    console.error(error instanceof UserError ? `\n${error.message}` : error);
    process.exitCode = 1;
  }
};
