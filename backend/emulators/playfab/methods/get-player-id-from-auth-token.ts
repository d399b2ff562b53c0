import { z } from 'zod';
import { required } from '../fields.ts';
import { serverMethod } from '../method.ts';
import { playerOfRecovery } from '../recovery.ts';

const input = z.object({ Token: required('Token'), TokenType: z.literal('Email') });

/** Whose recovery link this is. Spends nothing. */
export const getPlayerIdFromAuthToken = serverMethod(
  '/Admin/GetPlayerIdFromAuthToken',
  input,
  async (context, request) => ({ PlayFabId: await playerOfRecovery(context, request.Token) }),
);
