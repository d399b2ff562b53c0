import { z } from 'zod';
import { required } from '../fields.ts';
import { PlayfabError } from '../errors.ts';
import { serverMethod } from '../method.ts';
import { playerOfRecovery } from '../recovery.ts';

const input = z.object({ Token: required('Token'), TokenType: z.literal('Email') });

/**
 * Returns the player of a recovery token without consuming the token. PlayFab documents one error, also for an expired
 * token (https://learn.microsoft.com/rest/api/playfab/admin/account-management/get-player-id-from-auth-token).
 */
export const getPlayerIdFromAuthToken = serverMethod(
  '/Admin/GetPlayerIdFromAuthToken',
  input,
  async (context, request) => {
    const playfabId = await playerOfRecovery(context, request.Token).catch((error: unknown) => {
      throw error instanceof PlayfabError ? new PlayfabError('AuthTokenDoesNotExist') : error;
    });
    return { PlayFabId: playfabId };
  },
);
