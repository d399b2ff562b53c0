import { z } from 'zod';
import { PlayfabError } from '../errors.ts';
import { opaqueId } from '../fields.ts';
import { playerMethod } from '../method.ts';

const input = z.object({ AndroidDeviceId: opaqueId('AndroidDeviceId'), ForceLink: z.boolean().nullish() });

export const linkAndroidDeviceId = playerMethod(
  '/Client/LinkAndroidDeviceID',
  input,
  async (context, request, player) => {
    const force = request.ForceLink === true;
    if (!(await context.links.link('android', request.AndroidDeviceId, player.playfab_id, force))) {
      throw new PlayfabError('LinkedDeviceAlreadyClaimed');
    }
    return {};
  },
);
