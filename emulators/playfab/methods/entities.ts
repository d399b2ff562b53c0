import { z } from 'zod';
import { PlayfabError } from '../errors.ts';
import { entityKey, issueEntityToken, lineage, titlePrincipal } from '../formatters.ts';
import { authenticatePlayer, type Context, entityMethod, type Method, required, requireSecretKey } from '../method.ts';
import type { Player } from '../store.ts';

/** Issues an entity token for a ticket, an entity token (an exchange, without end) or the title's key. */
export const getEntityToken: Method = {
  path: '/Authentication/GetEntityToken',
  auth: 'any',
  call: async (context, { headers }) => {
    const { 'x-secretkey': key, 'x-authorization': ticket, 'x-entitytoken': token } = headers;
    let holder = titlePrincipal;
    if (key !== undefined) requireSecretKey(context, key);
    else holder = await authenticatePlayer(context, ticket === undefined ? 'entity' : 'ticket', ticket ?? token);
    return issueEntityToken(context, holder);
  },
};

const entityToken = z.object({ EntityToken: required('EntityToken') });

/** Returns the owner of a token. Only the title may call it, with its own token in the header. */
export const validateEntityToken = entityMethod(
  '/Authentication/ValidateEntityToken',
  entityToken,
  async (context, request, caller) => {
    if (caller !== null) throw new PlayfabError('NotAuthorized');
    const { player, provider } = await authenticatePlayer(context, 'entity', request.EntityToken).catch(
      (error: unknown) => {
        throw error instanceof PlayfabError ? new PlayfabError('EntityTokenInvalid') : error;
      },
    );
    return {
      Entity: entityKey(context.titleId, player),
      IdentityProvider: provider,
      Lineage: lineage(context.titleId, player),
    };
  },
);

/** PlayFab's timeout for an HTTP function. */
const deadline = 10_000;

const post = async (context: Context, url: string, body: object): Promise<unknown> => {
  const send = context.fetch ?? fetch;
  try {
    const answer = await send(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(deadline),
    });
    if (!answer.ok) throw new PlayfabError('CloudScriptAzureFunctionsHTTPRequestError');
    return await answer.json();
  } catch (error) {
    if (error instanceof PlayfabError) throw error;
    const late = error instanceof Error && error.name === 'TimeoutError';
    throw new PlayfabError(
      late ? 'CloudScriptAzureFunctionsExecutionTimeLimitExceeded' : 'CloudScriptAzureFunctionsHTTPRequestError',
    );
  }
};

/** Calls a function over HTTP. `CallerEntityProfile` is verified; the player chooses only the argument. */
const callFunction = async (context: Context, player: Player, name: string, argument: unknown): Promise<unknown> => {
  const url = context.functionUrl(name);
  if (url === null) throw new PlayfabError('CloudScriptNotFound');
  const { EntityToken } = await issueEntityToken(context, titlePrincipal);
  return post(context, url, {
    FunctionArgument: argument,
    CallerEntityProfile: {
      Entity: entityKey(context.titleId, player),
      Lineage: lineage(context.titleId, player),
    },
    TitleAuthenticationContext: { Id: context.titleId, EntityToken },
  });
};

const input = z.object({ FunctionName: required('FunctionName'), FunctionParameter: z.unknown().optional() });

/** Calls the registered address over HTTP, as PlayFab does, and returns its JSON. */
export const executeFunction = entityMethod('/CloudScript/ExecuteFunction', input, async (context, request, player) => {
  if (player === null) throw new PlayfabError('InvalidEntityType');
  const { FunctionName, FunctionParameter } = request;
  return { FunctionName, FunctionResult: await callFunction(context, player, FunctionName, FunctionParameter) };
});
