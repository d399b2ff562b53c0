import { fileURLToPath } from 'node:url';
import { resolve } from 'node:path';
import { z } from 'zod';
import { type SettingName, settingNames } from '../../src/config/settings.ts';
import {
  ConfigError,
  createReader,
  type Environment,
  givenIn,
  levelsOf,
  loadConfig,
  measurementOf,
  metaOf,
  type Mode,
  playfabOf,
  stripeOf,
} from '../config/load-config.ts';
import { verifySmtp } from '../gateways/mail.ts';
import { BundleError, checkBundle, keptFiles } from '../server/built-files.ts';
import { checkAddress } from './address.ts';
import { type Finding, note, report, right, wrong } from './finding.ts';
import { checkDatabase, checkLevels, checkMail, checkMeasurement, checkMeta, checkPlayfab } from './services.ts';
import { checkStripe } from './stripe.ts';

const knownVariables: ReadonlySet<string> = new Set([...settingNames, 'BUILD_FOLDER', 'ENV_FILE', 'CHROME_PATH']);

/** Returns how many letters must be inserted, removed or replaced to make one text of the other (Levenshtein). */
const distanceBetween = (one: string, other: string): number => {
  let previous = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [row, letter] of [...one].entries()) {
    const current = [row + 1];
    for (const [column, otherLetter] of [...other].entries()) {
      const replaced = (previous[column] ?? 0) + (letter === otherLetter ? 0 : 1);
      current.push(Math.min(replaced, (previous[column + 1] ?? 0) + 1, (current[column] ?? 0) + 1));
    }
    previous = current;
  }
  return previous.at(-1) ?? 0;
};

/** Reports the names that are not variables of the portal but resemble one. */
const checkNames = (env: Environment): readonly Finding[] =>
  Object.keys(env)
    .filter((name) => !knownVariables.has(name))
    .flatMap((given) => {
      // Short names such as HOST and HOME resemble each other by chance.
      const tolerance = ({ length }: string): number => [8, 10].filter((least) => length >= least).length;
      const [closest] = [...knownVariables]
        .map((known) => ({ known, distance: distanceBetween(given.toUpperCase(), known) }))
        .filter(({ known, distance }) => distance <= tolerance(known))
        .sort((one, other) => one.distance - other.distance);
      if (closest === undefined) return [];
      return [wrong(`${given} is not a variable of the portal. Did you mean ${closest.known}?`)];
    });

const checkVariables = (env: Environment): readonly Finding[] => {
  try {
    loadConfig(env);
    return [right('Every variable is set and has the right form.')];
  } catch (error) {
    if (error instanceof ConfigError) return error.problems.map(wrong);
    throw error;
  }
};

/** Checks the folders of this build and of kept releases. In development, the start builds the pages. */
const checkFiles = async (built: string, env: Environment): Promise<readonly Finding[]> => {
  const findings: Finding[] = [];
  const attempt = async (check: () => unknown): Promise<void> => {
    try {
      await check();
    } catch (error) {
      if (error instanceof BundleError) findings.push(wrong(error.message));
      else if (error instanceof ConfigError)
        findings.push(note('The built pages are checked when every variable is right.'));
      else throw error;
    }
  };
  if (env['APP_MODE'] === 'production') {
    await attempt(() => {
      checkBundle(built, loadConfig(env), env);
      findings.push(right('The pages were built for this configuration.'));
    });
  }
  await attempt(() => keptFiles(env['RELEASES_DIR']));
  return findings;
};

/** The sentences about services that are emulated or not used, because none of these variables is set. */
const absences: Record<Mode, readonly (readonly [readonly SettingName[], string])[]> = {
  production: [
    [['REVENUECAT_WEBHOOK_KEYS'], 'the portal does not see app-store subscriptions'],
    [['MAIL_POSTAL_ADDRESS'], 'mails, also those about a cancellation, do not say who sends them'],
    [['ADMIN_API_KEY'], 'the level tool is off'],
    [['META_PIXEL_ID', 'META_ACCESS_TOKEN'], 'no event is forwarded to Meta'],
    [['MEASUREMENT_ID', 'MEASUREMENT_API_SECRET'], 'no event is forwarded to the measurement protocol'],
  ],
  development: [
    [['DATABASE_URL'], 'the database is embedded'],
    [['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRETS', 'STRIPE_PRICE_ID'], 'Stripe is the simulator'],
  ],
};
const emulated =
  'Development: PlayFab and the mail server are emulators, and only this machine needs to reach the portal.';

/** A wrong variable is not listed, because it was not left out. */
const standIns = (mode: Mode, env: Environment): readonly Finding[] => [
  ...(mode === 'development' ? [note(emulated)] : []),
  ...absences[mode]
    .filter(([names]) => names.every((name) => env[name] === undefined))
    .map(([[name], sentence]) => note(`${name} is not set: ${sentence}.`)),
];

/** Returns null for a part with a wrong variable, because the findings of the variables report it. */
const readable = <Part>(read: () => Part): Part | null => {
  try {
    return read();
  } catch (error) {
    if (error instanceof z.ZodError) return null;
    throw error;
  }
};

/**
 * Checks a configuration and every service that it names, and changes nothing. Each part is read on its own, so that one
 * wrong variable does not prevent the other checks.
 * @param env empty variables count as absent.
 * @param built the folder that the build wrote.
 * @returns findings in the order in which a person would correct them; no sentence contains a secret.
 */
export const examine = async (
  env: Environment,
  built: string,
  send: typeof fetch = fetch,
): Promise<readonly Finding[]> => {
  const given = givenIn(env);
  const mode = given['APP_MODE'] === 'production' ? 'production' : 'development';
  /** In development PlayFab and mail are emulated, and no other machine must reach the portal. */
  const inProduction = <Part>(read: () => Part): Part | null => (mode === 'production' ? readable(read) : null);
  const read = createReader('production', given);
  const publicUrl = inProduction(() => read('PUBLIC_URL'));
  const account = readable(() => stripeOf(mode, given));
  const stripe = account && { ...account, publicUrl, livemode: mode === 'production' };
  const address = publicUrl && {
    publicUrl,
    stripe,
    revenueCatKeys: inProduction(() => read('REVENUECAT_WEBHOOK_KEYS')) ?? null,
    gameKeys: inProduction(() => read('GAME_API_KEY')),
    adminKeys: inProduction(() => read('ADMIN_API_KEY')) ?? null,
  };
  const hasLevels = (given['LEVELS_DIR'] ?? given['LEVELS_URL']) !== undefined;

  /** Skips an absent or wrong part. An error's message is dropped, because it may quote an address with a password. */
  const part = async <Part>(
    subject: string,
    value: Part | null | undefined | '',
    check: (value: Part) => Promise<readonly Finding[]>,
  ): Promise<readonly Finding[]> => {
    if (value === null || value === undefined || value === '') return [];
    return check(value).catch((error: unknown) => [
      wrong(`${subject} could not be checked: ${error instanceof Error ? error.name : typeof error}.`),
    ]);
  };
  const found = await Promise.all([
    part(
      'The database of DATABASE_URL',
      readable(() => createReader(mode, given)('DATABASE_URL')),
      checkDatabase,
    ),
    part(
      'PlayFab',
      inProduction(() => playfabOf(given)),
      (title) => checkPlayfab(title, publicUrl, send),
    ),
    part('Stripe', stripe, (settings) => checkStripe(settings, new Date(), send)),
    part(
      'The mail server of SMTP_URL',
      inProduction(() => read('SMTP_URL')),
      (url) => checkMail(() => verifySmtp(url)),
    ),
    part(
      'Meta',
      readable(() => metaOf(given)),
      (receiver) => checkMeta(receiver, send),
    ),
    part(
      'The measurement protocol',
      readable(() => measurementOf(given)),
      (receiver) => checkMeasurement(receiver, send),
    ),
    part('The levels', hasLevels ? readable(() => levelsOf(given)) : null, (levels) => checkLevels(levels, send)),
    part('The portal at PUBLIC_URL', address, (settings) => checkAddress(settings, send)),
  ]);
  return [
    ...checkVariables(given),
    ...checkNames(given),
    ...(await checkFiles(built, given)),
    ...standIns(mode, given),
    ...found.flat(),
  ];
};

/** `npm run doctor`: exit code 1 when something is wrong. */
if (import.meta.main) {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  const findings = await examine(process.env, resolve(root, process.env['BUILD_FOLDER'] || 'dist'));
  process.stdout.write(report(findings));
  process.exitCode = findings.some(({ kind }) => kind === 'wrong') ? 1 : 0;
}
