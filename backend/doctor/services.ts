import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { z } from 'zod';
import { addOrUpdateUserFunction, serverPaths } from '../../src/contracts/api.ts';
import { levelNamePattern } from '../../src/contracts/calls/levels.ts';
import { playfabClientCalls } from '../../src/contracts/playfab-calls.ts';
import type { LevelsConfig } from '../config/load-config.ts';
import { connectionProblem, mayNotCreateTables } from '../db/connection-problem.ts';
import { type Inspection, inspect } from '../db/inspect.ts';
import { type MeasurementAccount, measurementAddress, type MetaAccount } from '../gateways/conversions.ts';
import { callPlayfab, PlayfabRefusal, type PlayfabServer, unlinkCalls } from '../gateways/playfab.ts';
import { type Finding, judge, note, probe, right, wrong } from './finding.ts';

/** @param look reads the state of a database; tests replace it. */
export const checkDatabase = async (url: string, look = inspect): Promise<readonly Finding[]> => {
  let seen: Inspection;
  try {
    seen = await look(url);
  } catch (error) {
    return [wrong(connectionProblem(error))];
  }
  const { version, known, applied, mayCreate } = seen;
  const unknown = applied.filter((name) => !known.includes(name));
  const missing = known.length - applied.length;
  return [
    judge(
      version >= 15,
      `The database responds: PostgreSQL ${version}.`,
      `The database is PostgreSQL ${version}: name one of 15 or later in DATABASE_URL.`,
    ),
    judge(
      unknown.length === 0,
      'No newer version of the program has changed the database.',
      `A newer version of the program has changed the database of DATABASE_URL: start that version, because this one does not know ${unknown.join()}.`,
    ),
    ...(unknown.length === 0 && missing > 0 ? [note(`The next start applies these migrations: ${missing}.`)] : []),
    ...(mayCreate ? [] : [wrong(mayNotCreateTables)]),
  ];
};

const titleToken = z.object({ EntityToken: z.string() });
const registered = z.object({
  Functions: z.array(z.object({ FunctionName: z.string(), FunctionUrl: z.string().nullish() })).nullish(),
});

const registration = `register <PUBLIC_URL>${serverPaths.playfabFunction}?secret=<one of PLAYFAB_FUNCTION_SECRETS>`;

type PlayfabAccount = { titleId: string; url: string; secretKey: string; functionSecrets: readonly string[] };

/**
 * Compares the registered function with the configuration. PlayFab calls the registered address, so with an old host or
 * secret no one can sign in.
 */
const findingOfFunction = (
  registeredUrl: string | null | undefined,
  publicUrl: string | null,
  secrets: readonly string[],
): Finding => {
  const name = `The function ${addOrUpdateUserFunction}`;
  const url = URL.parse(registeredUrl ?? '');
  if (url === null) return wrong(`${name} is not registered at PlayFab as an HTTP function: ${registration}.`);
  if (publicUrl !== null && url.origin + url.pathname !== publicUrl + serverPaths.playfabFunction)
    return wrong(`${name} is not registered with the address of PUBLIC_URL: ${registration}.`);
  return judge(
    secrets.includes(url.searchParams.get('secret') ?? ''),
    `${name} is registered with the portal’s address and secret.`,
    `${name} is registered with a secret that is not in PLAYFAB_FUNCTION_SECRETS: ${registration}.`,
  );
};

/** The calls for players, as PlayFab names them in a policy. */
const calls = [...playfabClientCalls.map((call) => `Client/${call}`), ...unlinkCalls, 'CloudScript/ExecuteFunction'];

const policy = z.object({ Statements: z.array(z.object({ Resource: z.string(), Effect: z.string() })).nullish() });

/** Returns whether a resource of a policy, such as `pfrn:api--/Client/*`, includes a call. */
const includes = (resource: string, call: string): boolean => {
  const pattern = resource.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*');
  return new RegExp(`^${pattern}$`, 'i').test(`pfrn:api--/${call}`);
};

/**
 * Names the calls that the title's policy denies (https://learn.microsoft.com/gaming/playfab/api-references/api-access-policy).
 * A denial counts wherever it stands, because the documentation does not say which of two statements wins.
 */
const findingOfPolicy = async (server: PlayfabServer): Promise<Finding> => {
  const headers = { 'X-SecretKey': server.secretKey };
  const { Statements } = await callPlayfab(server, 'Admin/GetPolicy', headers, { PolicyName: 'ApiPolicy' }, policy);
  const denied = calls.filter((call) => {
    const effects = (Statements ?? []).filter(({ Resource }) => includes(Resource, call)).map(({ Effect }) => Effect);
    return !effects.includes('Allow') || effects.includes('Deny');
  });
  return judge(
    denied.length === 0,
    'The API policy of the PlayFab title allows every call of the portal.',
    `The API policy of the title of PLAYFAB_TITLE_ID does not allow these calls: allow ${denied.join(', ')}.`,
  );
};

/** What no call of PlayFab shows, with the place in the guide. */
const unseen = note(
  'PlayFab does not show the type of the mail templates, the Client Profile Options and the API Features: see “PlayFab” in docs/operators/going-live.md, and send one recovery mail.',
);

/**
 * Checks the title, its policy and its functions (https://learn.microsoft.com/rest/api/playfab: Authentication/GetEntityToken,
 * Admin/GetPolicy, CloudScript/ListHttpFunctions).
 */
export const checkPlayfab = async (
  { titleId, url, secretKey, functionSecrets }: PlayfabAccount,
  publicUrl: string | null,
  send: typeof fetch = fetch,
): Promise<readonly Finding[]> => {
  const server = { baseUrl: url, titleId, secretKey, fetch: send };
  const asTitle = { 'X-SecretKey': secretKey };
  let token: string;
  try {
    ({ EntityToken: token } = await callPlayfab(server, 'Authentication/GetEntityToken', asTitle, {}, titleToken));
  } catch (error) {
    const sentence =
      error instanceof PlayfabRefusal
        ? `PlayFab rejects PLAYFAB_SECRET_KEY for the title of PLAYFAB_TITLE_ID (${error.error}): set a secret key of that title.`
        : 'The title of PLAYFAB_TITLE_ID does not answer: correct PLAYFAB_TITLE_ID or VITE_PLAYFAB_URL, or let this machine reach PlayFab.';
    return [wrong(sentence)];
  }
  const headers = { 'X-EntityToken': token };
  const { Functions } = await callPlayfab(server, 'CloudScript/ListHttpFunctions', headers, {}, registered);
  const ours = Functions?.find(({ FunctionName }) => FunctionName === addOrUpdateUserFunction);
  return [
    right('The PlayFab title accepts PLAYFAB_SECRET_KEY.'),
    findingOfFunction(ours?.FunctionUrl, publicUrl, functionSecrets),
    await findingOfPolicy(server),
    unseen,
  ];
};

/** Explains the code of an error of the mail server; a server's own words may quote the login. The first match counts. */
const mailProblems: readonly (readonly [RegExp, string])[] = [
  [/^EAUTH$/, 'rejects the user or the password: correct them'],
  [/^(EDNS|ENOTFOUND|EAI_AGAIN)$/, 'has no address: correct the name of the host'],
  [/^ETIMEDOUT$/, 'does not answer: correct host and port, open the firewall, and write smtps:// for port 465'],
  // Servers that speak, but neither SMTP nor to this machine.
  [/^(EPROTOCOL|ECONNECTION)$/, 'is not a mail server: correct the host and port, or let it admit this machine'],
  [
    /TLS|SSL|CERT|^EPROTO$|^UNABLE_TO_/,
    'cannot be reached encrypted: write smtps:// for port 465 and smtp://…?requireTLS=true for port 587, and name an own certificate authority in NODE_EXTRA_CA_CERTS',
  ],
  [/^/, 'does not accept connections at its host and port: correct them, or open the firewall'],
];

/** @param verify connects and authenticates, and sends nothing. It returns the code of an error, or null without one. */
export const checkMail = async (verify: () => Promise<string | null>): Promise<readonly Finding[]> => {
  const code = await verify();
  const problem = mailProblems.find(([pattern]) => pattern.test(code ?? ''))?.[1];
  const subject = 'The mail server of SMTP_URL';
  return [judge(code === null, `${subject} accepts the credentials.`, `${subject} ${problem} (${code}).`)];
};

const silent = (variable: string): Finding =>
  wrong(`${variable} does not answer: correct it, or let this machine reach it.`);

const pixel = z.object({ id: z.string() });

/** Reads the pixel's node without sending an event. The token is sent in a header, because proxies log addresses. */
export const checkMeta = async (
  { url, pixelId, accessToken }: MetaAccount,
  send: typeof fetch = fetch,
): Promise<readonly Finding[]> => {
  const headers = { authorization: `Bearer ${accessToken}` };
  const seen = await probe(`${url}/${pixelId}?fields=id`, { headers }, send);
  if (seen === null || seen.status >= 500) return [silent('META_API_URL')];
  const found = pixel.safeParse(seen.body);
  return [
    judge(
      seen.status === 200 && found.success && found.data.id === pixelId,
      'Meta accepts META_ACCESS_TOKEN for the pixel of META_PIXEL_ID.',
      `Meta rejects META_ACCESS_TOKEN for the pixel of META_PIXEL_ID (${seen.status}): set both as the Events Manager shows them.`,
    ),
  ];
};

/** Sends a test event to the protocol's debug server, which counts nothing. */
export const checkMeasurement = async (
  account: MeasurementAccount,
  send: typeof fetch = fetch,
): Promise<readonly Finding[]> => {
  const body = JSON.stringify({ client_id: 'doctor', events: [{ name: 'page_view', params: {} }] });
  const headers = { 'content-type': 'application/json' };
  const address = measurementAddress(account, '/debug/mp/collect');
  const seen = await probe(address, { method: 'POST', headers, body }, send);
  if (seen?.status !== 200) return [silent('MEASUREMENT_URL')];
  const unknown = 'The service does not say whether MEASUREMENT_ID and MEASUREMENT_API_SECRET are right';
  return [right('MEASUREMENT_URL responds.'), note(`${unknown}; look at its reports.`)];
};

/** Returns the names of levels that have a file with this ending. */
const namesOf = (files: readonly string[], ending: string): string[] =>
  files.filter((file) => file.endsWith(ending)).map((file) => file.slice(0, -ending.length));

const checkFolder = async (folder: string): Promise<readonly Finding[]> => {
  const files = await readdir(folder).catch(() => []);
  const levels = namesOf(files, '.json');
  const pictures = new Set(namesOf(files, '.png'));
  const unfit = levels.filter((name) => !levelNamePattern.test(name)).length;
  const bare = levels.filter((name) => !pictures.has(name)).length;
  return [
    judge(
      levels.length > 0,
      `LEVELS_DIR contains ${levels.length} levels.`,
      'The folder of LEVELS_DIR contains no level that can be read: put files <name>.json and <name>.png there, correct the path, or give this user the right to read it.',
    ),
    ...(unfit === 0 ? [] : [note(`Levels whose name cannot be used in an address: ${unfit}.`)]),
    ...(bare === 0 ? [] : [note(`Levels without a picture: ${bare}.`)]),
  ];
};

/**
 * Asks for a level that cannot exist. A server that claims to have it would claim to have every level, so `missing`
 * would always be empty.
 */
const checkHost = async (url: string, send: typeof fetch): Promise<readonly Finding[]> => {
  const answer = await probe(`${url.replace(/\/$/, '')}/doctor-${randomUUID()}.json`, { method: 'HEAD' }, send);
  if (answer === null) return [silent('LEVELS_URL')];
  return [
    judge(
      [403, 404, 410].includes(answer.status),
      'LEVELS_URL responds, and returns 404 for an unknown level.',
      `LEVELS_URL returns ${answer.status} for an unknown level; it must return 404.`,
    ),
  ];
};

/** Checks the storage of the levels made by players. It reads only the names of files. */
export const checkLevels = (levels: LevelsConfig, send: typeof fetch = fetch): Promise<readonly Finding[]> =>
  levels.kind === 'host' ? checkHost(levels.url, send) : checkFolder(levels.folder);
