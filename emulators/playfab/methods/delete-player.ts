import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { PlayfabError } from '../errors.ts';
import { required } from '../fields.ts';
import { serverMethod } from '../method.ts';

const input = z.object({ PlayFabId: required('PlayFabId') });

export const deletePlayer = serverMethod('/Server/DeletePlayer', input, async (context, request) => {
  if (!(await context.players.remove(request.PlayFabId))) throw new PlayfabError('AccountNotFound');
  return {};
});

/** Deletes the account before it returns the receipt. PlayFab deletes it in the background. */
export const deleteMasterPlayerAccount = serverMethod(
  '/Admin/DeleteMasterPlayerAccount',
  input,
  async (context, request) => {
    if (!(await context.players.remove(request.PlayFabId))) throw new PlayfabError('AccountNotFound');
    return { JobReceiptId: randomUUID(), TitleIds: [context.titleId] };
  },
);
