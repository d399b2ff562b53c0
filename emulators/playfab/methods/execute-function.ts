import { z } from 'zod';
import { callFunction } from '../call-function.ts';
import { PlayfabError } from '../errors.ts';
import { required } from '../fields.ts';
import { entityMethod } from '../method.ts';

const entityKey = z.object({ Id: z.string(), Type: z.string().nullish() });
const input = z.object({
  FunctionName: required('FunctionName'),
  FunctionParameter: z.unknown().optional(),
  Entity: entityKey.nullish(),
});

/** Calls the registered address over HTTP, as PlayFab does, and returns its JSON. */
export const executeFunction = entityMethod('/CloudScript/ExecuteFunction', input, async (context, request, player) => {
  if (player === null) throw new PlayfabError('InvalidEntityType');
  if (request.Entity && request.Entity.Id !== player.title_player_id) throw new PlayfabError('NotAuthorized');
  const { result, milliseconds } = await callFunction(context, player, request.FunctionName, request.FunctionParameter);
  return {
    ExecutionTimeMilliseconds: milliseconds,
    FunctionName: request.FunctionName,
    FunctionResult: result,
    FunctionResultSize: Buffer.byteLength(JSON.stringify(result)),
  };
});
