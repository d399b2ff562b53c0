import { randomBytes } from 'node:crypto';
import type { LightMyRequestResponse } from 'fastify';
import { z } from 'zod';
import { addOrUpdateUserFunction, apiPaths, userApiVersion } from '../../src/contracts/api.ts';
import type { TokenPlace } from '../../src/contracts/calls/call.ts';
import { encodePParameter, type Session } from '../../src/contracts/session.ts';

type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE';
type Answer = Pick<LightMyRequestResponse, 'statusCode' | 'headers' | 'body' | 'json'>;

/** Takes the calls of parents, teachers and the game: an app of this process, or a server behind a network. */
export type Callable = {
  inject(call: {
    method?: Method;
    url: string;
    headers?: Record<string, string>;
    payload?: string | object;
    remoteAddress?: string;
  }): Promise<Answer>;
};

export type TestCall = { method: Method; path: string; headers: Record<string, string>; body?: string };

/** Creates the calls to a server from the function that makes one. */
export const callableBy = (send: (call: TestCall) => Promise<{ status: number; body: string }>): Callable => ({
  inject: async ({ method = 'GET', url: path, headers = {}, payload }) => {
    const isJson = typeof payload === 'object';
    const body = isJson ? JSON.stringify(payload) : payload;
    const sent = { method, path, headers: isJson ? { ...headers, 'content-type': 'application/json' } : headers };
    const answer = await send(body === undefined ? sent : { ...sent, body });
    // No test reads the headers of a server.
    return { statusCode: answer.status, headers: {}, body: answer.body, json: () => JSON.parse(answer.body) };
  },
});

type Definition = { method: Method; path: string; tokenIn?: TokenPlace; form?: true };
type Sent = {
  token?: string | undefined;
  query?: Record<string, string>;
  body?: object;
  headers?: Record<string, string>;
  ip?: string;
};

/** Sends the calls of `contracts/calls` to an app or server. `token` travels where the call's definition says. */
export const createSend =
  (app: Callable) =>
  ({ method, path, tokenIn = 'bearer', form }: Definition, { token, query, body, headers, ip }: Sent = {}) => {
    const isSigned = token !== undefined;
    const search = new URLSearchParams({
      ...(isSigned && tokenIn === 'p' && { p: encodePParameter(token) }),
      ...(isSigned && tokenIn === 'token' && { token }),
      ...query,
    });
    return app.inject({
      method,
      url: search.size > 0 ? `${path}?${search}` : path,
      headers: {
        ...(isSigned && tokenIn === 'bearer' && { authorization: `Bearer ${token}` }),
        ...(form && { 'content-type': 'application/x-www-form-urlencoded' }),
        ...headers,
      },
      ...(body && { payload: form ? new URLSearchParams({ ...body }).toString() : body }),
      ...(ip !== undefined && { remoteAddress: ip }),
    });
  };

const registered = z.looseObject({
  code: z.number(),
  status: z.string(),
  data: z.looseObject({
    PlayFabId: z.string(),
    SessionTicket: z.string(),
    EntityToken: z.looseObject({ EntityToken: z.string() }),
  }),
});
const user = z.object({ userAPIResponse: z.object({ id: z.string() }) });
const bound = z.object({ data: z.object({ FunctionResult: user }) });

export type SignedUp = { userId: string; token: string; session: Session };

/** Thrown when the server answered 503: nothing was done, and the same request can be sent again. */
export class ServerUnavailable extends Error {}

/** Makes the calls of a sign-up as a browser does, `from` the address of `urlOfCall`. @throws when it is refused. */
export const signUp = async (
  origin: string,
  { email, password }: { email: string; password: string },
  from: Record<string, string> = {},
): Promise<SignedUp> => {
  const atPlayfab = async (path: string, body: object, more: Record<string, string> = {}): Promise<Response> => {
    const headers = { ...from, ...more, 'content-type': 'application/json' };
    const call = { method: 'POST', headers, body: JSON.stringify(body) };
    const answer = await fetch(`${origin}${apiPaths.playfab}/${path}`, call);
    if (answer.status === 503) throw new ServerUnavailable(path);
    if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
    return answer;
  };
  const account = { TitleId: 'MATHS', Email: email, Password: password, RequireBothUsernameAndEmail: false };
  const response = registered.parse(await (await atPlayfab('Client/RegisterPlayFabUser', account)).json());
  const { SessionTicket, EntityToken } = response.data;
  await atPlayfab('Client/AddOrUpdateContactEmail', { EmailAddress: email }, { 'x-authorization': SessionTicket });
  const token = randomBytes(32).toString('base64url');
  const FunctionParameter = { token, userApiVersion, newParentPortalAccount: true, lang: 'en' };
  const execute = { FunctionName: addOrUpdateUserFunction, FunctionParameter };
  const asPlayer = { 'x-entitytoken': EntityToken.EntityToken };
  const answer = await atPlayfab('CloudScript/ExecuteFunction', execute, asPlayer);
  const userId = bound.parse(await answer.json()).data.FunctionResult.userAPIResponse.id;
  const body = new URLSearchParams({ token });
  const kept = await fetch(`${origin}${apiPaths.integrations}?p=1`, { method: 'PUT', headers: from, body });
  if (kept.status === 503) throw new ServerUnavailable('activate');
  if (!kept.ok) throw new Error(`activate: ${await kept.text()}`);
  return { userId, token, session: { ...response, token, email } };
};

/** Returns a separate address for each person, because the limits would stop many people behind one address. */
export const urlOfCall = (person: number) => ({ 'x-forwarded-for': `10.${person >> 8}.${person & 255}.1` });

/** Pays a checkout on the simulator's payment page. A repeated call after the payment leads to the same page. */
export const payBySimulator = async (simulatorUrl: string, checkout: string): Promise<void> => {
  const body = new URLSearchParams({ number: '4242424242424242', email: 'p@crash.example' });
  const answer = await fetch(`${simulatorUrl}/c/pay/${checkout}`, { method: 'POST', body, redirect: 'manual' });
  if (answer.status !== 303 && answer.status !== 302) throw new Error(`not paid: ${answer.status}`);
};
