import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { required } from '../fields.ts';
import { serverMethod } from '../method.ts';
import { minute } from '../../../src/lib/durations.ts';

const input = z.object({ PlayFabId: required('PlayFabId') });

/** PlayFab says "some time"; its shorter deletion of a title's player takes "several minutes or more". */
const duration = 5 * minute;

/**
 * Deletes the account. Until PlayFab has deleted everything, calls for the account and registrations with its address
 * fail with AccountDeleted (https://learn.microsoft.com/rest/api/playfab/admin/account-management/delete-master-player-account).
 */
export const deleteMasterPlayerAccount = serverMethod(
  '/Admin/DeleteMasterPlayerAccount',
  input,
  async ({ players, clock, titleId }, request) => {
    const now = clock.now();
    const player = await players.get('playfab_id', request.PlayFabId, now);
    await players.remove(player, new Date(now.getTime() + duration));
    return { JobReceiptId: randomUUID(), TitleIds: [titleId] };
  },
);
