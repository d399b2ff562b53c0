import { ConfigError, type Environment, loadConfig } from '../config/load-config.ts';
import { verifySmtp } from '../gateways/mail.ts';
import { BundleError, checkBundle } from '../server/bundle-stamp.ts';
import { keptFiles } from '../server/releases.ts';
import { checkAddress } from './check-address.ts';
import { checkDatabase } from './check-database.ts';
import { checkLevels } from './check-levels.ts';
import { checkMail } from './check-mail.ts';
import { checkPlayfab } from './check-playfab.ts';
import { checkMeasurement, checkMeta } from './check-receivers.ts';
import { checkStripe } from './check-stripe.ts';
import { checkWithTimeout, type Finding, note, right, wrong } from './finding.ts';
import { misspelled } from './misspelled.ts';
import { subjectOf } from './subject.ts';

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
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));
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
