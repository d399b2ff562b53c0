import { z } from 'zod';
import { PlayfabError } from '../errors.ts';
import { opaqueId } from '../fields.ts';
import { playerMethod } from '../method.ts';

const ForceLink = z.boolean().nullish();
const customIdInput = z.object({ CustomId: opaqueId('CustomId'), ForceLink });
const iosInput = z.object({ DeviceId: opaqueId('DeviceId'), ForceLink });
const androidInput = z.object({ AndroidDeviceId: opaqueId('AndroidDeviceId'), ForceLink });

export const linkCustomId = playerMethod('/Client/LinkCustomID', customIdInput, async (context, request, player) => {
  const force = request.ForceLink === true;
  if (!(await context.links.link('custom', request.CustomId, player.playfab_id, force))) {
    throw new PlayfabError('LinkedIdentifierAlreadyClaimed');
  }
  return {};
});

export const linkIosDeviceId = playerMethod('/Client/LinkIOSDeviceID', iosInput, async (context, request, player) => {
  const force = request.ForceLink === true;
  if (!(await context.links.link('ios', request.DeviceId, player.playfab_id, force))) {
    throw new PlayfabError('LinkedDeviceAlreadyClaimed');
  }
  return {};
});

export const linkAndroidDeviceId = playerMethod(
  '/Client/LinkAndroidDeviceID',
  androidInput,
  async (context, request, player) => {
    const force = request.ForceLink === true;
    if (!(await context.links.link('android', request.AndroidDeviceId, player.playfab_id, force))) {
      throw new PlayfabError('LinkedDeviceAlreadyClaimed');
    }
    return {};
  },
);
