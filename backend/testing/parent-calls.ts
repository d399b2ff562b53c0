import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { addOrUpdateUserFunction, apiPaths, userApiVersion } from '../../src/contracts/api.ts';
import { encodePParameter } from '../../src/contracts/p-parameter.ts';

const registered = z.object({ data: z.object({ EntityToken: z.object({ EntityToken: z.string() }) }) });
const bound = z.object({
  data: z.object({ FunctionResult: z.object({ userAPIResponse: z.object({ id: z.string() }) }) }),
});

export type Parent = { userId: string; token: string };

/** Each person has an address of his own, or the limits would stop them: the server must trust `127.0.0.1`. */
export const addressOf = (person: number) => ({ 'x-forwarded-for': `10.${person >> 8}.${person & 255}.1` });

/** A sign-up as a browser makes it, of somebody new. @throws when it is refused or cut off. */
export const signUp = async (origin: string, person: number): Promise<Parent> => {
  const from = addressOf(person);
  const json = { ...from, 'content-type': 'application/json' };
  const register = await fetch(`${origin}${apiPaths.playfab}/Client/RegisterPlayFabUser`, {
    method: 'POST',
    headers: json,
    body: JSON.stringify({
      TitleId: 'MATHS',
      Email: `p${person}-${randomBytes(4).toString('hex')}@crash.example`,
      Password: 'a long password',
      RequireBothUsernameAndEmail: false,
    }),
  });
  const entity = registered.parse(await register.json()).data.EntityToken.EntityToken;
  const token = randomBytes(32).toString('base64url');
  const answer = await fetch(`${origin}${apiPaths.playfab}/CloudScript/ExecuteFunction`, {
    method: 'POST',
    headers: { ...json, 'x-entitytoken': entity },
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
  return { userId, token };
};

export const isSignedIn = async (origin: string, token: string): Promise<boolean> => {
  const p = encodeURIComponent(encodePParameter(token));
  return (await fetch(`${origin}${apiPaths.user}?p=${p}`)).ok;
};
