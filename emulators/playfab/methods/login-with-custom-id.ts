import { z } from 'zod';
import { PlayfabError } from '../errors.ts';
import { opaqueId, titleId } from '../fields.ts';
import { guarded } from '../guarded.ts';
import { loginResult } from '../formatters.ts';
import { openMethod } from '../method.ts';
import { newPlayer } from '../new-player.ts';
import { openSession } from '../open-session.ts';
import { digest } from '../secrets.ts';

const input = z.object({ TitleId: titleId, CustomId: opaqueId('CustomId'), CreateAccount: z.boolean().nullish() });

/** Signs a player in by a custom id. The id alone authenticates the player. */
export const loginWithCustomId = openMethod('/Client/LoginWithCustomID', input, async (context, request, ip) => {
  await guarded(context, 'login', { ip, person: digest(request.CustomId) });
  const holder = await context.links.holder('custom', request.CustomId);
  const known = holder === undefined ? undefined : await context.players.find('playfab_id', holder);
  if (known !== undefined) {
    await context.links.used('custom', request.CustomId, context.clock.now());
    return loginResult(context.titleId, await openSession(context, known, 'Custom'), { newlyCreated: false });
  }
  if (request.CreateAccount !== true) throw new PlayfabError('AccountNotFound');
  const player = newPlayer(context, { origination: 'CustomId' });
  await context.players.add(player);
  if (
    !(await context.links.link('custom', request.CustomId, player.playfab_id, { force: false, now: player.created_at }))
  ) {
    // A concurrent call with the same id has already created the player.
    await context.players.remove(player, player.created_at);
    throw new PlayfabError('LinkedIdentifierAlreadyClaimed');
  }
  return loginResult(context.titleId, await openSession(context, player, 'Custom'), { newlyCreated: true });
});
