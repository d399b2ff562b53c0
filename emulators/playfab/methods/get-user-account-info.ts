import { z } from 'zod';
import { PlayfabError } from '../errors.ts';
import { required } from '../fields.ts';
import { accountInfo } from '../formatters.ts';
import { serverMethod } from '../method.ts';

const input = z.object({ PlayFabId: required('PlayFabId') });

export const getUserAccountInfo = serverMethod('/Server/GetUserAccountInfo', input, async (context, request) => {
  const player = await context.players.find('playfab_id', request.PlayFabId);
  if (player === undefined) throw new PlayfabError('AccountNotFound');
  return { UserInfo: accountInfo(context.titleId, player) };
});
