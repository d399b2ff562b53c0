import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { titleOrigin } from '../../src/config/endpoints.ts';
import { addOrUpdateUserFunction } from '../../src/contracts/api.ts';
import { bindToken } from '../../src/contracts/calls/servers.ts';
import { connectionProblem, mayNotCreateTables } from '../db/connection-problem.ts';
import type { inspect } from '../db/inspect.ts';
import { countLevels, unreadableLevels } from '../gateways/levels.ts';
import type { verifySmtp } from '../gateways/mail.ts';
import { callPlayfab, PlayfabRefusal } from '../gateways/playfab.ts';
import { type Finding, judge, note, probe, right, wrong } from './finding.ts';

/** @param read reads the state of a database. */
export const checkDatabase = async (url: string, read: typeof inspect): Promise<readonly Finding[]> => {
  const seen = await read(url).catch(connectionProblem);
  if (typeof seen === 'string') return [wrong(seen)];
  const { version, known, applied, mayCreate, problems } = seen;
  const unknown = applied.filter((name) => !known.includes(name));
  const missing = known.length - applied.length;
  return [
    ...(problems.length > 0 ? problems.map(wrong) : [right(`The database responds: PostgreSQL ${version}.`)]),
    ...(unknown.length === 0
      ? [note(`The next start applies these migrations: ${missing}.`)]
      : [
          wrong(
            `A newer version of the program has changed the database of DATABASE_URL: start that version, because this one does not know ${unknown.join()}.`,
          ),
        ]),
    ...(mayCreate ? [] : [wrong(mayNotCreateTables)]),
  ];
};

const titleToken = z.object({ EntityToken: z.string() });
const registered = z.object({
  Functions: z.array(z.object({ FunctionName: z.string(), FunctionUrl: z.string().nullish() })).nullish(),
});

/**
 * Checks the title and its function (https://learn.microsoft.com/rest/api/playfab: Authentication/GetEntityToken,
 * CloudScript/ListHttpFunctions). PlayFab calls the registered address, so with an old host or secret no one can sign
 * in.
 */
export const checkPlayfab = async (
  title: { titleId: string; secretKey: string; url: string | undefined },
  { publicUrl, secrets }: { publicUrl: string | undefined; secrets: readonly string[] },
  send: typeof fetch,
): Promise<readonly Finding[]> => {
  const server = { ...title, baseUrl: title.url ?? titleOrigin(title.titleId), fetch: send };
  const asTitle = { 'X-SecretKey': title.secretKey };
  const asked = await callPlayfab(server, 'Authentication/GetEntityToken', asTitle, {}, titleToken).catch(
    (error: unknown) =>
      error instanceof PlayfabRefusal
        ? `PlayFab rejects PLAYFAB_SECRET_KEY for the title of PLAYFAB_TITLE_ID (${error.error}): set a secret key of that title.`
        : 'The title of PLAYFAB_TITLE_ID does not answer: correct PLAYFAB_TITLE_ID or VITE_PLAYFAB_URL, or let this machine reach PlayFab.',
  );
  if (typeof asked === 'string') return [wrong(asked)];
  const headers = { 'X-EntityToken': asked.EntityToken };
  const { Functions } = await callPlayfab(server, 'CloudScript/ListHttpFunctions', headers, {}, registered);
  const ours = Functions?.find(({ FunctionName }) => FunctionName === addOrUpdateUserFunction);
  const url = URL.parse(ours?.FunctionUrl ?? '');
  const isOurs = publicUrl === undefined || url?.href.split('?')[0] === publicUrl + bindToken.path;
  const subject = `The function ${addOrUpdateUserFunction}`;
  return [
    right('The PlayFab title accepts PLAYFAB_SECRET_KEY.'),
    judge(
      isOurs && secrets.includes(url?.searchParams.get('secret') ?? ''),
      `${subject} is registered with the portal’s address and secret.`,
      `${subject} is ${url === null ? 'not registered' : 'registered with another address or secret'} at PlayFab: register it as an HTTP function with <PUBLIC_URL>${bindToken.path}?secret=<one of PLAYFAB_FUNCTION_SECRETS>.`,
    ),
  ];
};

/** @param verify connects and authenticates, and sends nothing. It returns what failed, or null. */
export const checkMail = async (
  server: Parameters<typeof verifySmtp>[0],
  verify: typeof verifySmtp,
): Promise<Finding> => {
  const failure = await verify(server);
  return judge(
    failure === null,
    'The mail server of SMTP_URL accepts the credentials.',
    `The mail server of SMTP_URL cannot be used (${failure}): correct user, password, host and port, write smtps:// for port 465 and smtp://…?requireTLS=true for port 587, add &name=<host> if it refuses the name in EHLO, and name an own certificate authority in NODE_EXTRA_CA_CERTS.`,
  );
};

const health = z.object({ success: z.literal(true) });

/** A server that claims to have an impossible level would claim to have every level, so none would be `missing`. */
export const checkLevels = async (place: string, send: typeof fetch): Promise<Finding> => {
  if (!/^https?:/.test(place)) {
    const levels = await countLevels(place);
    return levels === null ? wrong(unreadableLevels) : right(`LEVELS_DIR contains ${levels} levels.`);
  }
  const answer = await probe(`${place.replace(/\/$/, '')}/doctor-${randomUUID()}.json`, { method: 'HEAD' }, send);
  return judge(
    [403, 404, 410].includes(answer?.status ?? 0),
    'LEVELS_URL responds, and returns 404 for an unknown level.',
    `LEVELS_URL answers ${answer?.status ?? 'nothing'} for an unknown level: correct it, or let the server return 404.`,
  );
};

/** Checks what answers at PUBLIC_URL, through every proxy on the way. */
export const checkAddress = async (publicUrl: string, send: typeof fetch): Promise<Finding> => {
  const seen = await probe(`${publicUrl}/healthz`, {}, send);
  return judge(
    seen?.status === 200 && health.safeParse(seen.body).success,
    'The portal answers at PUBLIC_URL.',
    `PUBLIC_URL is not a portal (/healthz answers ${seen?.status ?? 'nothing'}): start the portal and the proxy, or correct PUBLIC_URL.`,
  );
};
