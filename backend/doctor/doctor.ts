import { fileURLToPath } from 'node:url';
import { resolve } from 'node:path';
import { hostOf } from '../config/setting-values.ts';
import { type SettingName, settingNames, settings } from '../config/settings.ts';
import { ConfigError, type Environment, givenIn, loadConfig, type Mode, readRight } from '../config/load-config.ts';
import { inspect } from '../db/inspect.ts';
import { verifySmtp } from '../gateways/mail.ts';
import { BundleError, checkBundle, keptFiles } from '../server/built-files.ts';
import { addressProblem } from '../server/listen.ts';
import { type Finding, note, report, right, wrong } from './finding.ts';
import { checkAddress, checkDatabase, checkLevels, checkMail, checkPlayfab } from './services.ts';
import { checkStripe } from './stripe.ts';

/** How the doctor reaches the services; tests replace it. */
const reality = { send: fetch, inspect, verify: verifySmtp };
type Reality = typeof reality;

const names: readonly string[] = ['BUILD_FOLDER', 'ENV_FILE', 'CHROME_PATH', ...settingNames];
const beginningOf = (name: string): string => /^[A-Z]+_/.exec(name)?.[0] ?? '';
/** The first words of the portal's variables, without Node's own. */
const beginnings = new Set(names.map(beginningOf).filter((one) => one !== '' && one !== 'NODE_'));

/** Names the variables that look like the portal's, but are none. */
const checkNames = (env: Environment): readonly Finding[] =>
  Object.keys(env)
    .filter((name) => beginnings.has(beginningOf(name)) && !names.includes(name))
    .map((name) => note(`${name} is not a variable of the portal: correct its name, or take it out.`));

/**
 * Checks the variables, and the folders of this build and of kept releases. In development, the start builds the pages.
 */
const checkVariables = async (env: Environment, built: string): Promise<readonly Finding[]> => {
  const sound = right('Every variable is set and has the right form.');
  try {
    const config = loadConfig(env);
    await keptFiles(config.RELEASES_DIR);
    if (config.mode === 'development') return [sound];
    checkBundle(built, config, env);
    return [sound, right('The pages were built for this configuration.')];
  } catch (error) {
    if (error instanceof ConfigError) return error.problems.map(wrong);
    if (error instanceof BundleError) return [sound, wrong(error.message)];
    throw error;
  }
};

/** What it means that a variable is not set. */
const absences: Partial<Record<SettingName, string>> = {
  DATABASE_URL: 'the database is embedded',
  PLAYFAB_SECRET_KEY: 'PlayFab is an emulator',
  STRIPE_SECRET_KEY: 'Stripe is the simulator',
  SMTP_URL: 'mails are captured in /dev/mail',
  REVENUECAT_WEBHOOK_KEYS: 'the portal does not see app-store subscriptions',
  MAIL_POSTAL_ADDRESS: 'mails, also those about a cancellation, do not say who sends them',
  METRICS_KEY: 'nobody can read /metrics in production, so no alert watches the portal',
  ADMIN_API_KEY: 'the level tool is off, or open in development',
  META_PIXEL_ID: 'no event is forwarded to Meta',
  MEASUREMENT_ID: 'no event is forwarded to the measurement protocol',
};

/** Names what is left out where it may be. */
const checkAbsences = (mode: Mode, env: Environment): readonly Finding[] =>
  settingNames.flatMap((name) => {
    const meaning = absences[name];
    const mayBeAbsent = env[name] === undefined && settings[name][mode].safeParse(undefined).success;
    return meaning !== undefined && mayBeAbsent ? [note(`${name} is not set: ${meaning}.`)] : [];
  });

/** Checks every service whose variables are right, at the same time. */
const checkServices = async (mode: Mode, env: Environment, reality: Reality): Promise<readonly Finding[]> => {
  const { send, inspect, verify } = reality;
  const found: Promise<Finding | readonly Finding[]>[] = [];
  /** The message of an error is dropped, because it may quote an address with a password. */
  const add = (subject: string, check: Promise<Finding | readonly Finding[]>): void => {
    const failed = (error: unknown) =>
      wrong(`${subject} could not be checked: ${error instanceof Error ? error.name : typeof error}.`);
    found.push(check.catch(failed));
  };
  const values = readRight(mode, env);
  const livemode = mode === 'production';
  // No other machine needs to reach a development server.
  const publicUrl = livemode ? values.PUBLIC_URL : undefined;

  const wrongs = (problem: string | null): Finding[] => (problem === null ? [] : [wrong(problem)]);
  if (values.HOST) add('The address of HOST', addressProblem(values.HOST).then(wrongs));
  if (values.DATABASE_URL) add('The database of DATABASE_URL', checkDatabase(values.DATABASE_URL, inspect));
  const { PLAYFAB_TITLE_ID: titleId, PLAYFAB_SECRET_KEY: titleKey, PLAYFAB_FUNCTION_SECRETS: secrets } = values;
  if (titleId && titleKey && secrets) {
    const title = { titleId, secretKey: titleKey, url: values.VITE_PLAYFAB_URL };
    add('PlayFab', checkPlayfab(title, { publicUrl, secrets }, send));
  }
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_PRICE_ID: priceId, STRIPE_PRODUCT_IDS: productIds } = values;
  if (secretKey && priceId)
    add('Stripe', checkStripe({ secretKey, priceId, productIds }, { livemode, publicUrl }, send));
  if (values.SMTP_URL) {
    const identity = { url: values.SMTP_URL, name: publicUrl && hostOf(publicUrl) };
    add('The mail server of SMTP_URL', checkMail(identity, verify));
  }
  const levels = values.LEVELS_URL ?? values.LEVELS_DIR;
  if (levels) add('The levels', checkLevels(levels, send));
  if (publicUrl) add('The portal at PUBLIC_URL', checkAddress(publicUrl, send));
  return (await Promise.all(found)).flat();
};

/**
 * Checks a configuration and every service that it names, and changes nothing. @param built the folder of the build.
 * @returns findings in the order in which a person would correct them; no sentence contains a secret.
 */
export const examine = async (
  env: Environment,
  built: string,
  doubles: Partial<Reality> = {},
): Promise<readonly Finding[]> => {
  const given = givenIn(env);
  const mode = given['APP_MODE'] === 'production' ? 'production' : 'development';
  return [
    ...(await checkVariables(given, built)),
    ...checkNames(given),
    ...checkAbsences(mode, given),
    ...(await checkServices(mode, given, { ...reality, ...doubles })),
  ];
};

/** `npm run doctor`: exit code 1 when something is wrong. */
if (import.meta.main) {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  const findings = await examine(process.env, resolve(root, process.env['BUILD_FOLDER'] || 'dist'));
  process.stdout.write(report(findings));
  process.exitCode = findings.some(({ kind }) => kind === 'wrong') ? 1 : 0;
}
