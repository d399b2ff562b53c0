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
import { type Finding, note, probe, right, wrong } from './finding.ts';

const findingOfVersion = (version: number): Finding =>
  version >= 15
    ? right(`The database responds: PostgreSQL ${version}.`)
    : wrong(`The database is PostgreSQL ${version}: name one of 15 or later in DATABASE_URL.`);

const findingOfMigrations = ({ known, applied }: Inspection): Finding => {
  const unknown = applied.filter((name) => !known.includes(name));
  if (unknown.length > 0)
    return wrong(
      `A newer version of the program has changed the database of DATABASE_URL: start that version, because this one does not know ${unknown.join()}.`,
    );
  const missing = known.length - applied.length;
  return missing === 0
    ? right('All migrations are applied.')
    : note(`The next start applies these migrations: ${missing}.`);
};

const findingsOfDatabase = (inspection: Inspection): readonly Finding[] => [
  findingOfVersion(inspection.version),
  findingOfMigrations(inspection),
  ...(inspection.mayCreate ? [] : [wrong(mayNotCreateTables)]),
];

/** @param look reads the state of a database; tests replace it. */
export const checkDatabase = async (url: string, look = inspect): Promise<readonly Finding[]> => {
  try {
    return findingsOfDatabase(await look(url));
  } catch (error) {
    return [wrong(connectionProblem(error))];
  }
};

const titleToken = z.object({ EntityToken: z.string() });
const registered = z.object({
  Functions: z.array(z.object({ FunctionName: z.string(), FunctionUrl: z.string().nullish() })).nullish(),
});

const registration = `register <PUBLIC_URL>${serverPaths.playfabFunction}?secret=<one of PLAYFAB_FUNCTION_SECRETS>`;

type PlayfabAccount = { titleId: string; url: string; secretKey: string; functionSecrets: readonly string[] };
type FunctionSettings = Pick<PlayfabAccount, 'functionSecrets'> & { publicUrl: string | null };

/**
 * Compares the registered function with the configuration. PlayFab calls the registered address, so with an old host or
 * secret no one can sign in.
 */
const findingOfFunction = (address: string | null | undefined, settings: FunctionSettings): Finding => {
  const name = `The function ${addOrUpdateUserFunction}`;
  if (!address || !URL.canParse(address)) {
    return wrong(`${name} is not registered at PlayFab as an HTTP function: ${registration}.`);
  }
  const url = new URL(address);
  if (settings.publicUrl !== null && url.origin + url.pathname !== settings.publicUrl + serverPaths.playfabFunction) {
    return wrong(`${name} is not registered with the address of PUBLIC_URL: ${registration}.`);
  }
  if (!settings.functionSecrets.includes(url.searchParams.get('secret') ?? '')) {
    return wrong(`${name} is registered with a secret that is not in PLAYFAB_FUNCTION_SECRETS: ${registration}.`);
  }
  return right(`${name} is registered with the portal’s address and secret.`);
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
  const statementsFor = (call: string) => (Statements ?? []).filter(({ Resource }) => includes(Resource, call));
  const denied = calls.filter((call) => {
    const effects = statementsFor(call).map(({ Effect }) => Effect);
    return !effects.includes('Allow') || effects.includes('Deny');
  });
  return denied.length === 0
    ? right('The API policy of the PlayFab title allows every call of the portal.')
    : wrong(`The API policy of the title of PLAYFAB_TITLE_ID does not allow these calls: allow ${denied.join(', ')}.`);
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
  let token: string;
  try {
    const headers = { 'X-SecretKey': secretKey };
    ({ EntityToken: token } = await callPlayfab(server, 'Authentication/GetEntityToken', headers, {}, titleToken));
  } catch (error) {
    const isRefusal = error instanceof PlayfabRefusal;
    return [
      isRefusal
        ? wrong(
            `PlayFab rejects PLAYFAB_SECRET_KEY for the title of PLAYFAB_TITLE_ID (${error.error}): set a secret key of that title.`,
          )
        : wrong(
            'The title of PLAYFAB_TITLE_ID does not answer: correct PLAYFAB_TITLE_ID or VITE_PLAYFAB_URL, or let this machine reach PlayFab.',
          ),
    ];
  }
  const headers = { 'X-EntityToken': token };
  const { Functions } = await callPlayfab(server, 'CloudScript/ListHttpFunctions', headers, {}, registered);
  const ours = Functions?.find(({ FunctionName }) => FunctionName === addOrUpdateUserFunction);
  return [
    right('The PlayFab title accepts PLAYFAB_SECRET_KEY.'),
    findingOfFunction(ours?.FunctionUrl, { functionSecrets, publicUrl }),
    await findingOfPolicy(server),
    unseen,
  ];
};

/** The codes of servers that speak, but neither SMTP nor to this machine. */
const isNoMailServer = (code: string): boolean => /^(EPROTOCOL|ECONNECTION)$/.test(code);
const isAboutTls = (code: string): boolean => /TLS|SSL|CERT|^EPROTO$|^UNABLE_TO_/.test(code);
const isAboutName = (code: string): boolean => /^(EDNS|ENOTFOUND|EAI_AGAIN)$/.test(code);

/** Explains the code of an error of the mail server; a server's own words may quote the login. */
const problemOf = (code: string): string => {
  if (code === 'EAUTH')
    return `The mail server of SMTP_URL rejects the user or the password (${code}): correct them in SMTP_URL.`;
  if (isAboutName(code)) return `The host of SMTP_URL has no address (${code}): correct its name.`;
  if (code === 'ETIMEDOUT')
    return `The mail server of SMTP_URL does not answer (${code}): correct host and port, open the firewall, and write smtps:// for port 465.`;
  if (isNoMailServer(code))
    return `The server of SMTP_URL answers, but not as a mail server (${code}): correct the host and port, or let it admit this machine.`;
  if (isAboutTls(code))
    return `The connection to the mail server of SMTP_URL cannot be encrypted (${code}): write smtps:// for port 465 and smtp://…?requireTLS=true for port 587, and name an own certificate authority in NODE_EXTRA_CA_CERTS.`;
  return `No mail server answers at the host and port of SMTP_URL (${code}): correct them, or open the firewall.`;
};

/** @param verify connects and authenticates, and sends nothing. It returns the code of an error, or null without one. */
export const checkMail = async (verify: () => Promise<string | null>): Promise<readonly Finding[]> => {
  const code = await verify();
  return [code === null ? right('The mail server of SMTP_URL accepts the credentials.') : wrong(problemOf(code))];
};

const pixel = z.object({ id: z.string() });

/** Reads the pixel's node without sending an event. The token is sent in a header, because proxies log addresses. */
export const checkMeta = async (
  { url, pixelId, accessToken }: MetaAccount,
  send: typeof fetch = fetch,
): Promise<readonly Finding[]> => {
  const headers = { authorization: `Bearer ${accessToken}` };
  const seen = await probe(`${url}/${pixelId}?fields=id`, { headers }, send);
  if (seen === null || seen.status >= 500)
    return [wrong('META_API_URL does not answer: correct it, or let this machine reach it.')];
  const found = pixel.safeParse(seen.body);
  return [
    seen.status === 200 && found.success && found.data.id === pixelId
      ? right('Meta accepts META_ACCESS_TOKEN for the pixel of META_PIXEL_ID.')
      : wrong(
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
  return seen?.status === 200
    ? [
        right('MEASUREMENT_URL responds.'),
        note(
          'The service does not say whether MEASUREMENT_ID and MEASUREMENT_API_SECRET are right; look at its reports.',
        ),
      ]
    : [wrong('MEASUREMENT_URL does not answer: correct it, or let this machine reach it.')];
};

/** Returns the names of levels that have a file with this ending. */
const namesOf = (files: readonly string[], ending: string): string[] =>
  files.filter((file) => file.endsWith(ending)).map((file) => file.slice(0, -ending.length));

const checkFolder = async (folder: string): Promise<readonly Finding[]> => {
  const files = await readdir(folder).catch(() => null);
  if (files === null)
    return [
      wrong(
        'The folder of LEVELS_DIR cannot be read: create it, correct the path, or give this user the right to read it.',
      ),
    ];
  const levels = namesOf(files, '.json');
  const pictures = new Set(namesOf(files, '.png'));
  const unfit = levels.filter((name) => !levelNamePattern.test(name)).length;
  const bare = levels.filter((name) => !pictures.has(name)).length;
  return [
    levels.length === 0
      ? wrong(
          'The folder of LEVELS_DIR contains no level: put files <name>.json and <name>.png there, or correct the path.',
        )
      : right(`LEVELS_DIR contains ${levels.length} levels.`),
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
  if (answer === null) return [wrong('LEVELS_URL does not answer: correct it, or let this machine reach it.')];
  return [
    [403, 404, 410].includes(answer.status)
      ? right('LEVELS_URL responds, and returns 404 for an unknown level.')
      : wrong(`LEVELS_URL returns ${answer.status} for an unknown level; it must return 404.`),
  ];
};

/** Checks the storage of the levels made by players. It reads only the names of files. */
export const checkLevels = (levels: LevelsConfig, send: typeof fetch = fetch): Promise<readonly Finding[]> =>
  levels.kind === 'host' ? checkHost(levels.url, send) : checkFolder(levels.folder);
