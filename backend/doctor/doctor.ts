import { fileURLToPath } from 'node:url';
import { resolve } from 'node:path';
import { z } from 'zod';
import { settingNames } from '../../src/config/settings.ts';
import {
  ConfigError,
  createReader,
  type Environment,
  givenIn,
  levelsOf,
  loadConfig,
  measurementOf,
  metaOf,
  playfabOf,
  stripeOf,
} from '../config/load-config.ts';
import { verifySmtp } from '../gateways/mail.ts';
import { BundleError, checkBundle, keptFiles } from '../server/built-files.ts';
import { checkAddress } from './address.ts';
import { checkWithTimeout, type Finding, note, report, right, wrong } from './finding.ts';
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

/** Short names such as HOST and HOME resemble each other by chance. */
const toleranceOf = ({ length }: string): number => {
  if (length < 8) return 0;
  return length < 10 ? 1 : 2;
};

/** Returns the given names that are not variables of the portal but resemble one, each with that one. */
const misspelled = (names: readonly string[]): { given: string; known: string }[] =>
  names
    .filter((name) => !knownVariables.has(name))
    .flatMap((given) => {
      const [closest] = [...knownVariables]
        .map((known) => ({ known, distance: distanceBetween(given.toUpperCase(), known) }))
        .filter(({ known, distance }) => distance <= toleranceOf(known))
        .sort((one, other) => one.distance - other.distance);
      return closest === undefined ? [] : [{ given, known: closest.known }];
    });

/**
 * Returns the parts to check, each read on its own, so that one wrong variable does not prevent the other checks. In
 * development PlayFab and mail are emulated, and no other machine must reach the portal.
 */
const subjectOf = (env: Environment) => {
  const mode = env['APP_MODE'] === 'production' ? 'production' : 'development';
  const attempt = <Part>(part: () => Part): Part | null => {
    try {
      return part();
    } catch (error) {
      if (error instanceof z.ZodError) return null;
      throw error;
    }
  };
  const inProduction = <Part>(part: () => Part): Part | null => (mode === 'production' ? attempt(part) : null);
  const read = createReader('production', env);
  const stripe = attempt(() => stripeOf(mode, env));
  return {
    publicUrl: inProduction(() => read('PUBLIC_URL')),
    databaseUrl: attempt(() => createReader(mode, env)('DATABASE_URL')) ?? null,
    playfab: inProduction(() => playfabOf(env)),
    stripe: stripe === null ? null : { ...stripe, livemode: mode === 'production' },
    revenueCatKeys: inProduction(() => read('REVENUECAT_WEBHOOK_KEYS')) ?? null,
    gameKeys: inProduction(() => read('GAME_API_KEY')),
    adminKeys: inProduction(() => read('ADMIN_API_KEY')) ?? null,
    levels: (env['LEVELS_DIR'] ?? env['LEVELS_URL']) === undefined ? null : attempt(() => levelsOf(env)),
    smtpUrl: inProduction(() => read('SMTP_URL')),
    meta: attempt(() => metaOf(env)),
    measurement: attempt(() => measurementOf(env)),
  };
};

export type DoctorOptions = {
  /** The folder that the build wrote. */
  built: string;
  now?: () => Date;
  fetch?: typeof fetch;
};

const checkVariables = (env: Environment): readonly Finding[] => {
  try {
    loadConfig(env);
    return [right('Every variable is set and has the right form.')];
  } catch (error) {
    if (error instanceof ConfigError) return error.problems.map(wrong);
    throw error;
  }
};

const checkNames = (env: Environment): readonly Finding[] =>
  misspelled(Object.keys(env)).map(({ given, known }) =>
    wrong(`${given} is not a variable of the portal. Did you mean ${known}?`),
  );

const checkPages = (built: string, env: Environment): readonly Finding[] => {
  // In development, the start builds the pages.
  if (env['APP_MODE'] !== 'production') return [];
  try {
    checkBundle(built, loadConfig(env), env);
    return [right('The pages were built for this configuration.')];
  } catch (error) {
    if (error instanceof BundleError) return [wrong(error.message)];
    return [note('The built pages are checked when every variable is right.')];
  }
};

const checkReleases = async (folder: string | undefined): Promise<readonly Finding[]> => {
  try {
    await keptFiles(folder);
    return [];
  } catch (error) {
    if (error instanceof BundleError) return [wrong(error.message)];
    throw error;
  }
};

/**
 * Lists the variables whose service is emulated or not used at all. A wrong variable is not listed, because it was not
 * left out.
 */
const standIns = (env: Environment): readonly Finding[] => {
  const isAbsent = (...names: string[]): boolean => names.every((name) => env[name] === undefined);
  if (env['APP_MODE'] === 'production') {
    return [
      ...(isAbsent('REVENUECAT_WEBHOOK_KEYS')
        ? [note('REVENUECAT_WEBHOOK_KEYS is not set: the portal does not see app-store subscriptions.')]
        : []),
      ...(isAbsent('MAIL_POSTAL_ADDRESS')
        ? [note('MAIL_POSTAL_ADDRESS is not set: mails, also those about a cancellation, do not say who sends them.')]
        : []),
      ...(isAbsent('ADMIN_API_KEY') ? [note('ADMIN_API_KEY is not set: the level tool is off.')] : []),
      ...(isAbsent('META_PIXEL_ID', 'META_ACCESS_TOKEN', 'MEASUREMENT_ID', 'MEASUREMENT_API_SECRET')
        ? [note('META_PIXEL_ID and MEASUREMENT_ID are not set: events are counted here and forwarded to nobody.')]
        : []),
    ];
  }
  return [
    note('Development: PlayFab and the mail server are emulators, and only this machine needs to reach the portal.'),
    ...(isAbsent('DATABASE_URL') ? [note('The database is embedded.')] : []),
    ...(isAbsent('STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRETS', 'STRIPE_PRICE_ID')
      ? [note('Stripe is the simulator.')]
      : []),
  ];
};

/**
 * Checks a part of the configuration. An absent or wrong part is skipped, because the findings of its variables report
 * it.
 */
const examinePart = async <Part>(
  subject: string,
  part: Part | null,
  check: (part: Part) => Promise<readonly Finding[]>,
): Promise<readonly Finding[]> => (part === null ? [] : checkWithTimeout(subject, () => check(part)));

/**
 * Checks a configuration and every service that it names, and changes nothing.
 * @param env empty variables count as absent.
 * @returns findings in the order in which a person would correct them; no sentence contains a secret.
 */
export const examine = async (env: Environment, options: DoctorOptions): Promise<readonly Finding[]> => {
  const { built, now = () => new Date(), fetch: send = fetch } = options;
  const given = givenIn(env);
  const subject = subjectOf(given);
  const { publicUrl, stripe, revenueCatKeys, gameKeys, adminKeys } = subject;
  const found = await Promise.all([
    examinePart('The database of DATABASE_URL', subject.databaseUrl, checkDatabase),
    examinePart('PlayFab', subject.playfab, (playfab) => checkPlayfab(playfab, publicUrl, send)),
    examinePart('Stripe', stripe, (account) => checkStripe({ ...account, publicUrl }, now(), send)),
    examinePart('The mail server of SMTP_URL', subject.smtpUrl, (url) => checkMail(() => verifySmtp(url))),
    examinePart('Meta', subject.meta, (account) => checkMeta(account, send)),
    examinePart('The measurement protocol', subject.measurement, (account) => checkMeasurement(account, send)),
    examinePart('The levels of LEVELS_DIR or LEVELS_URL', subject.levels, (levels) => checkLevels(levels, send)),
    examinePart('The portal at PUBLIC_URL', publicUrl, (url) =>
      checkAddress({ publicUrl: url, stripe, revenueCatKeys, gameKeys, adminKeys }, send),
    ),
  ]);
  return [
    ...checkVariables(given),
    ...checkNames(given),
    ...checkPages(built, given),
    ...(await checkReleases(given['RELEASES_DIR'])),
    ...standIns(given),
    ...found.flat(),
  ];
};

/** `npm run doctor`: exit code 1 when something is wrong. */
if (import.meta.main) {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  const findings = await examine(process.env, { built: resolve(root, process.env['BUILD_FOLDER'] || 'dist') });
  process.stdout.write(report(findings));
  process.exitCode = findings.some(({ kind }) => kind === 'wrong') ? 1 : 0;
}
