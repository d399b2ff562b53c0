import { z } from 'zod';
import { PlayfabError } from '../errors.ts';
import { opaqueId } from '../fields.ts';
import { playerMethod } from '../method.ts';

const input = z.object({ DeviceId: opaqueId('DeviceId'), ForceLink: z.boolean().nullish() });

export const linkIosDeviceId = playerMethod('/Client/LinkIOSDeviceID', input, async (context, request, player) => {
  const force = request.ForceLink === true;
  if (!(await context.links.link('ios', request.DeviceId, player.playfab_id, force))) {
    throw new PlayfabError('LinkedDeviceAlreadyClaimed');
  }
  return {};
});
