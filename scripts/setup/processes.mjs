import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { constants } from 'node:os';

/** @typedef {import('node:child_process').SpawnOptions} SpawnOptions */
const forwarded = /** @type {const} */ (['SIGTERM', 'SIGHUP', 'SIGINT']);

/**
 * Returns the environment of a program that asks this machine directly: with NODE_USE_ENV_PROXY, Node would send the
 * portal's calls to its own emulators to a proxy, which cannot reach them.
 * @param {NodeJS.ProcessEnv} env
 * @returns {NodeJS.ProcessEnv}
 */
const withDirectLoopback = (env) => {
  const direct = [env['no_proxy'] || env['NO_PROXY'], 'localhost', '127.0.0.1', '::1', '[::1]'].filter(Boolean).join();
  return { ...env, NO_PROXY: direct, no_proxy: direct };
};

/**
 * The `stdio` of a server that must not outlive this process. The server gets the event `disconnect` when this process
 * has ended, even by SIGKILL or because its output was closed.
 * @type {import('node:child_process').StdioOptions}
 */
export const attached = ['inherit', 'inherit', 'inherit', 'ipc'];

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
    const child = spawn(command, args, {
      stdio: 'inherit',
      ...options,
      env: withDirectLoopback(options.env ?? process.env),
    });
    const passOn = (/** @type {NodeJS.Signals} */ signal) => {
      if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal);
    };
    for (const signal of forwarded) process.on(signal, passOn);
    const settle = () => {
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

/**
 * Runs a file on the Node of this process.
 * @param {readonly string[]} args
 * @param {SpawnOptions} [options]
 */
export const runNode = (args, options) => run(process.execPath, args, options);

/** An error that a person can fix. It is printed as a sentence, without a stack. */
export class UserError extends Error {}

/** @param {unknown} error @returns {error is Error} also for an option that `parseArgs` does not know */
const isMistake = (error) =>
  error instanceof UserError ||
  (error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS_'));

/**
 * Adds the variables of the file that ENV_FILE names. A variable that is set already keeps its value, so one of them
 * can be changed for one command.
 * @param {NodeJS.ProcessEnv} env
 * @throws {UserError} when the file cannot be read or parsed
 */
export const addEnvFile = (env) => {
  const file = env['ENV_FILE'];
  if (!file) return;
  let text;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : error;
    throw new UserError(`ENV_FILE names ${file}, which cannot be read: ${code}.`);
  }
  try {
    for (const [name, value] of Object.entries(parseEnvFile(text))) env[name] ??= value;
  } catch (error) {
    throw new UserError(`${file}, ${error instanceof Error ? error.message : error}`);
  }
};

/**
 * Runs the work of a script with the variables of ENV_FILE, and exits. Prints a person's mistake as a sentence and any
 * other error with its stack; both exit with 1.
 * @param {() => Promise<number | void>} work resolves to the exit code
 */
export const main = async (work) => {
  // npm ends when its output is closed, and a command with the process that started it. A signal lets the work clean
  // up.
  const end = () => process.kill(process.pid, 'SIGTERM');
  process.stdout.once('error', end);
  process.once('disconnect', end);
  process.channel?.unref();
  try {
    addEnvFile(process.env);
    process.exitCode = (await work()) ?? 0;
  } catch (error) {
    console.error(isMistake(error) ? `\n${error.message}` : error);
    process.exitCode = 1;
  }
};

/**
 * A line with one variable: a value in single quotes, in double quotes, or without quotes. Characters that systemd,
 * Docker Compose and shells read differently are allowed in single quotes only: `#`, `$`, a backslash, a backtick.
 */
const variableLine = /^([A-Za-z_]\w*)=(?:'([^']*)'|"([^"\\$`]*)"|([^\s#'"\\$`;&|<>()~]*))\s*$/;

/**
 * Parses a file of variables in the format that `EnvironmentFile=` of systemd reads. It accepts only lines that
 * Docker Compose and shells read in the same way, so a value is never cut off silently.
 * @param {string} text
 * @returns {Record<string, string>}
 * @throws {Error} with a sentence that names the line, and never its value
 */
export const parseEnvFile = (text) => {
  /** @type {Record<string, string>} */
  const variables = {};
  for (const [index, line] of text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .entries()) {
    if (/^\s*(#|$)/.test(line)) continue;
    const [, name, single, double, plain] = variableLine.exec(line) ?? [];
    if (name === undefined) {
      const [, given] = /^\s*(?:export\s+)?([A-Za-z_]\w*)\s*=/.exec(line) ?? [];
      const fix = given === undefined ? 'write NAME=value' : `write ${given}='value', with the value in single quotes`;
      throw new Error(`line ${index + 1} is read differently by systemd and shells: ${fix}.`);
    }
    variables[name] = single ?? double ?? plain ?? '';
  }
  return variables;
};
