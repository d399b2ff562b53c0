import { z } from 'zod';
import { required } from '../fields.ts';
import { serverMethod } from '../method.ts';
import { playerOfRecovery } from '../recovery.ts';

const input = z.object({ Token: required('Token'), TokenType: z.literal('Email') });

/** Returns the player of a recovery token without consuming the token. */
export const getPlayerIdFromAuthToken = serverMethod(
  '/Admin/GetPlayerIdFromAuthToken',
  input,
  async (context, request) => ({ PlayFabId: await playerOfRecovery(context, request.Token) }),
);
