import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { addOrUpdateUserFunction, apiPaths, userApiVersion } from '../../src/contracts/api.ts';
import type { Session } from '../../src/contracts/session.ts';
import { encodePParameter } from '../../src/contracts/token.ts';

const registered = z.looseObject({
  code: z.number(),
  status: z.string(),
  data: z.looseObject({
    PlayFabId: z.string(),
    SessionTicket: z.string(),
    EntityToken: z.looseObject({ EntityToken: z.string() }),
  }),
});
const bound = z.object({
  data: z.object({ FunctionResult: z.object({ userAPIResponse: z.object({ id: z.string() }) }) }),
});

export type SignedUp = { userId: string; token: string; session: Session };

/**
 * Makes the calls of a sign-up as a browser does.
 * @param from headers with the client's address, for a server that trusts `127.0.0.1`.
 * @throws when the sign-up is refused or the connection breaks.
 */
export const signUp = async (
  origin: string,
  { email, password }: { email: string; password: string },
  from: Record<string, string> = {},
): Promise<SignedUp> => {
  const json = { ...from, 'content-type': 'application/json' };
  const register = await fetch(`${origin}${apiPaths.playfab}/Client/RegisterPlayFabUser`, {
    method: 'POST',
    headers: json,
    body: JSON.stringify({ TitleId: 'MATHS', Email: email, Password: password, RequireBothUsernameAndEmail: false }),
  });
  const response = registered.parse(await register.json());
  await fetch(`${origin}${apiPaths.playfab}/Client/AddOrUpdateContactEmail`, {
    method: 'POST',
    headers: { ...json, 'x-authorization': response.data.SessionTicket },
    body: JSON.stringify({ EmailAddress: email }),
  });
  const token = randomBytes(32).toString('base64url');
  const answer = await fetch(`${origin}${apiPaths.playfab}/CloudScript/ExecuteFunction`, {
    method: 'POST',
    headers: { ...json, 'x-entitytoken': response.data.EntityToken.EntityToken },
    body: JSON.stringify({
      FunctionName: addOrUpdateUserFunction,
      FunctionParameter: { token, userApiVersion, newParentPortalAccount: true, lang: 'en' },
    }),
  });
  const userId = bound.parse(await answer.json()).data.FunctionResult.userAPIResponse.id;
  const kept = await fetch(`${origin}${apiPaths.integrations}?p=1`, {
    method: 'PUT',
    headers: from,
    body: new URLSearchParams({ token }),
  });
  if (!kept.ok) throw new Error('not kept');
  return { userId, token, session: { ...response, token, email } };
};

/** Returns a separate address for each person, because the limits would stop many people behind one address. */
export const addressOf = (person: number) => ({ 'x-forwarded-for': `10.${person >> 8}.${person & 255}.1` });

/** Registers a new email address at every call, also for the same person. */
export const signUpPerson = (origin: string, person: number): Promise<SignedUp> => {
  const email = `p${person}-${randomBytes(4).toString('hex')}@crash.example`;
  return signUp(origin, { email, password: 'a long password' }, addressOf(person));
};

/**
 * Makes one of the two calls of a dashboard with a token.
 * @param from headers with the client's address.
 */
export const ask = (
  origin: string,
  path: string,
  token: string,
  from: Record<string, string> = {},
): Promise<Response> => fetch(`${origin}${path}?p=${encodeURIComponent(encodePParameter(token))}`, { headers: from });

/** Thrown when the server answered 503: nothing was done, and the same request can be sent again. */
export class ServerUnavailable extends Error {}

/** Sends the form of the simulator's payment page. A repeated call after the payment leads to the same page. */
export const payBySimulator = async (url: string): Promise<void> => {
  const form = new URLSearchParams({ number: '4242424242424242', email: 'p@crash.example' });
  const answer = await fetch(url, { method: 'POST', body: form, redirect: 'manual' });
  if (answer.status !== 303 && answer.status !== 302) throw new Error(`not paid: ${answer.status}`);
};
