import { z } from 'zod';
import { email, required } from '../fields.ts';
import { accountInfo } from '../formatters.ts';
import { serverMethod } from '../method.ts';

const input = z.object({ PlayFabId: required('PlayFabId') });
const address = z.object({ Email: email });

export const getUserAccountInfo = serverMethod('/Server/GetUserAccountInfo', input, async (context, request) => {
  const player = await context.players.get('playfab_id', request.PlayFabId, context.clock.now());
  return { UserInfo: accountInfo(context.titleId, player) };
});

/** PlayFab also accepts a PlayFabId, a name or a user name here. */
export const findUserAccountInfo = serverMethod('/Admin/GetUserAccountInfo', address, async (context, request) => {
  const player = await context.players.get('email', request.Email, context.clock.now());
  return { UserInfo: accountInfo(context.titleId, player) };
});
