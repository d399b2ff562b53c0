import { z } from 'zod';
import { PlayfabError, type PlayfabErrorName } from '../errors.ts';
import { playerMethod } from '../method.ts';
import type { LinkKind } from '../schema.ts';

const unlinkMethod = (name: string, field: string, kind: LinkKind, notLinked: PlayfabErrorName) =>
  playerMethod(
    `/Client/${name}`,
    // Without an id PlayFab unlinks the one that signed in last. The emulator stores one id of each kind.
    z.object({ [field]: z.string().nullish() }),
    async ({ links }, request, { playfab_id: owner }) => {
      if (!(await links.unlink(kind, request[field], owner))) throw new PlayfabError(notLinked);
      return {};
    },
  );

export const unlinkCustomId = unlinkMethod('UnlinkCustomID', 'CustomId', 'custom', 'CustomIdNotLinked');
export const unlinkIosDeviceId = unlinkMethod('UnlinkIOSDeviceID', 'DeviceId', 'ios', 'DeviceNotLinked');
export const unlinkAndroidDeviceId = unlinkMethod(
  'UnlinkAndroidDeviceID',
  'AndroidDeviceId',
  'android',
  'DeviceNotLinked',
);
