import { z } from 'zod';
import { PlayfabError } from '../errors.ts';
import { playerMethod } from '../method.ts';

/** Without an id PlayFab unlinks the one that signed in last. The emulator stores one id of each kind. */
const id = z.string().nullish();

export const unlinkCustomId = playerMethod(
  '/Client/UnlinkCustomID',
  z.object({ CustomId: id }),
  async (context, request, player) => {
    const unlinked = await context.links.unlink('custom', request.CustomId, player.playfab_id);
    if (!unlinked) throw new PlayfabError('CustomIdNotLinked');
    return {};
  },
);

export const unlinkAndroidDeviceId = playerMethod(
  '/Client/UnlinkAndroidDeviceID',
  z.object({ AndroidDeviceId: id }),
  async (context, request, player) => {
    const unlinked = await context.links.unlink('android', request.AndroidDeviceId, player.playfab_id);
    if (!unlinked) throw new PlayfabError('DeviceNotLinked');
    return {};
  },
);

export const unlinkIosDeviceId = playerMethod(
  '/Client/UnlinkIOSDeviceID',
  z.object({ DeviceId: id }),
  async (context, request, player) => {
    const unlinked = await context.links.unlink('ios', request.DeviceId, player.playfab_id);
    if (!unlinked) throw new PlayfabError('DeviceNotLinked');
    return {};
  },
);
