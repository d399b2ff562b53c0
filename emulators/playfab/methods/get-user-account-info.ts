import { z } from 'zod';
import { PlayfabError } from '../errors.ts';
import { email, required } from '../fields.ts';
import { accountInfo } from '../formatters.ts';
import { serverMethod } from '../method.ts';

const input = z.object({ PlayFabId: required('PlayFabId') });
const address = z.object({ Email: email });

export const getUserAccountInfo = serverMethod('/Server/GetUserAccountInfo', input, async (context, request) => {
  const player = await context.players.find('playfab_id', request.PlayFabId);
  if (player === undefined) throw new PlayfabError('AccountNotFound');
  return { UserInfo: accountInfo(context.titleId, player) };
});

/** PlayFab also accepts a PlayFabId, a name or a user name here. */
export const findUserAccountInfo = serverMethod('/Admin/GetUserAccountInfo', address, async (context, request) => {
  const player = await context.players.find('email', request.Email);
  if (player === undefined) throw new PlayfabError('AccountNotFound');
  return { UserInfo: accountInfo(context.titleId, player) };
});
