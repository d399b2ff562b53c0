import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { addOrUpdateUserFunction, apiPaths, userApiVersion } from '../../src/contracts/api.ts';
import { encodePParameter } from '../../src/contracts/p-parameter.ts';
import type { Session } from '../../src/contracts/session.ts';

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
 * The calls of a sign-up, as a browser makes them.
 * @param from headers that say from where, for a server that trusts `127.0.0.1`.
 * @throws when it is refused or cut off.
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

/** Each person of a crowd has an address of his own, or the limits would stop them. */
export const addressOf = (person: number) => ({ 'x-forwarded-for': `10.${person >> 8}.${person & 255}.1` });

/** Somebody new at every call, also for the same person. */
export const signUpPerson = (origin: string, person: number): Promise<SignedUp> => {
  const email = `p${person}-${randomBytes(4).toString('hex')}@crash.example`;
  return signUp(origin, { email, password: 'a long password' }, addressOf(person));
};

/** Of a token: the answer of one of the two calls that a dashboard begins with. */
export const ask = (origin: string, path: string, token: string): Promise<Response> =>
  fetch(`${origin}${path}?p=${encodeURIComponent(encodePParameter(token))}`);
