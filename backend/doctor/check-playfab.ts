import { z } from 'zod';
import { addOrUpdateUserFunction, serverPaths } from '../../src/contracts/api.ts';
import { playfabClientCalls } from '../../src/contracts/playfab-calls.ts';
import { unlinkCalls } from '../gateways/playfab.ts';
import { callPlayfab, PlayfabRefusal, type PlayfabServer } from '../gateways/playfab-call.ts';
import { type Finding, note, right, wrong } from './finding.ts';
import type { PlayfabSubject } from './subject.ts';

const titleToken = z.object({ EntityToken: z.string() });
const registered = z.object({
  Functions: z.array(z.object({ FunctionName: z.string(), FunctionUrl: z.string().nullish() })).nullish(),
});

const registration = `register <PUBLIC_URL>${serverPaths.playfabFunction}?secret=<one of PLAYFAB_FUNCTION_SECRETS>`;

type Settings = Pick<PlayfabSubject, 'functionSecrets'> & { publicUrl: string | null };

/**
 * Compares the registered function with the configuration. PlayFab calls the registered address, so with an old host or
 * secret no one can sign in.
 */
const findingOfFunction = (address: string | null | undefined, settings: Settings): Finding => {
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
  { titleId, url, secretKey, functionSecrets }: PlayfabSubject,
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
