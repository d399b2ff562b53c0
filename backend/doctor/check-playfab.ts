import { z } from 'zod';
import { addOrUpdateUserFunction, serverPaths } from '../../src/contracts/api.ts';
import { callPlayfab, PlayfabRefusal } from '../gateways/playfab-call.ts';
import { type Finding, right, wrong } from './finding.ts';
import type { PlayfabSubject } from './subject.ts';

const titleToken = z.object({ EntityToken: z.string() });
const registered = z.object({
  Functions: z.array(z.object({ FunctionName: z.string(), FunctionUrl: z.string().nullish() })).nullish(),
});

type Settings = Pick<PlayfabSubject, 'functionSecrets'> & { publicUrl: string | null };

/**
 * Compares the registered function with the configuration. PlayFab calls the registered address, so with an old host or
 * secret no one can sign in.
 */
const findingOfFunction = (address: string | null | undefined, settings: Settings): Finding => {
  const name = `The function ${addOrUpdateUserFunction}`;
  if (!address || !URL.canParse(address)) {
    return wrong(`${name} is not registered at PlayFab as an HTTP function.`);
  }
  const url = new URL(address);
  if (settings.publicUrl !== null && url.origin + url.pathname !== settings.publicUrl + serverPaths.playfabFunction) {
    return wrong(`${name} is not registered with the address <PUBLIC_URL>${serverPaths.playfabFunction}.`);
  }
  if (!settings.functionSecrets.includes(url.searchParams.get('secret') ?? '')) {
    return wrong(`${name} is registered with a secret that is not in PLAYFAB_FUNCTION_SECRETS.`);
  }
  return right(`${name} is registered with the portal’s address and secret.`);
};

/**
 * Checks the title and its functions (https://learn.microsoft.com/rest/api/playfab: Authentication/GetEntityToken,
 * CloudScript/ListHttpFunctions).
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
        ? wrong(`PlayFab rejects PLAYFAB_SECRET_KEY for the title of PLAYFAB_TITLE_ID: ${error.error}.`)
        : wrong('The PlayFab title of PLAYFAB_TITLE_ID does not respond.'),
    ];
  }
  const headers = { 'X-EntityToken': token };
  const { Functions } = await callPlayfab(server, 'CloudScript/ListHttpFunctions', headers, {}, registered);
  const ours = Functions?.find(({ FunctionName }) => FunctionName === addOrUpdateUserFunction);
  return [
    right('The PlayFab title accepts PLAYFAB_SECRET_KEY.'),
    findingOfFunction(ours?.FunctionUrl, { functionSecrets, publicUrl }),
  ];
};
