import { z } from 'zod';
import { PlayfabError } from '../errors.ts';
import { accountInfo } from '../formatters.ts';
import { playerMethod } from '../method.ts';

const text = z.string().nullish();
const input = z.object({ PlayFabId: text, Email: text, Username: text });

/** Returns the player's own account. PlayFab also returns the public part of other accounts; the emulator does not. */
export const getAccountInfo = playerMethod('/Client/GetAccountInfo', input, async (context, request, player) => {
  const own =
    (request.PlayFabId ?? player.playfab_id) === player.playfab_id &&
    (request.Email?.trim().toLowerCase() ?? player.email) === player.email &&
    (request.Username?.toLowerCase() ?? player.username) === player.username;
  if (!own) throw new PlayfabError('AccountNotFound');
  return { AccountInfo: accountInfo(context.titleId, player) };
});
