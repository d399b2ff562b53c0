import { z } from 'zod';
import { PlayfabError } from '../errors.ts';
import { required } from '../fields.ts';
import { accountInfo } from '../formatters.ts';
import { playerOfTicket, serverMethod } from '../method.ts';

const input = z.object({ SessionTicket: required('SessionTicket') });

export const authenticateSessionTicket = serverMethod(
  '/Server/AuthenticateSessionTicket',
  input,
  async (context, request) => {
    const player = await playerOfTicket(context, request.SessionTicket).catch((error: unknown) => {
      throw error instanceof PlayfabError ? new PlayfabError('InvalidSessionTicket') : error;
    });
    return { IsSessionTicketExpired: false, UserInfo: accountInfo(context.titleId, player) };
  },
);
