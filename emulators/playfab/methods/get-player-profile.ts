import { z } from 'zod';
import { PlayfabError } from '../errors.ts';
import { playerProfile } from '../formatters.ts';
import { playerMethod } from '../method.ts';
import type { ProfileOption } from '../options.ts';

const input = z.object({
  PlayFabId: z.string().nullish(),
  ProfileConstraints: z.record(z.string(), z.boolean()).nullish(),
});

/** The default of a title (https://learn.microsoft.com/gaming/playfab/features/playerdata/getting-player-profiles). */
const usualOptions: readonly ProfileOption[] = ['ShowDisplayName'];

/** Returns a part of the profile of any player whose id the caller sends; without an id, of the caller. */
export const getPlayerProfile = playerMethod('/Client/GetPlayerProfile', input, async (context, request, caller) => {
  const allowed: readonly string[] = context.clientProfileOptions ?? usualOptions;
  const wanted = Object.entries(request.ProfileConstraints ?? {}).flatMap(([option, show]) => (show ? [option] : []));
  if (wanted.some((option) => !allowed.includes(option))) {
    throw new PlayfabError('RequestViewConstraintParamsNotAllowed');
  }
  const player = await context.players.find('playfab_id', request.PlayFabId ?? caller.playfab_id);
  if (player === undefined) throw new PlayfabError('ProfileDoesNotExist');
  const showContact = wanted.includes('ShowContactEmailAddresses');
  return { PlayerProfile: playerProfile(context.titleId, player, { showContact }) };
});
