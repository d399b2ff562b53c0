import { z } from 'zod';
import { PlayfabError } from '../errors.ts';
import { opaqueId } from '../fields.ts';
import { playerMethod } from '../method.ts';

const input = z.object({ CustomId: opaqueId('CustomId'), ForceLink: z.boolean().nullish() });

export const linkCustomId = playerMethod('/Client/LinkCustomID', input, async (context, request, player) => {
  const force = request.ForceLink === true;
  if (!(await context.links.link('custom', request.CustomId, player.playfab_id, force))) {
    throw new PlayfabError('LinkedIdentifierAlreadyClaimed');
  }
  return {};
});
