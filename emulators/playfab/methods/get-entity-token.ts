import { z } from 'zod';
import { entityTokenResponse } from '../formatters.ts';
import { type Method, ownerOfEntityToken, playerOfTicket, requireSecretKey } from '../method.ts';
import { issueEntityToken } from '../open-session.ts';

const input = z.object({});

/** Issues an entity token for the caller: the player of a ticket or of an entity token, or the title by its key. */
export const getEntityToken: Method = {
  path: '/Authentication/GetEntityToken',
  auth: 'any',
  call: async (context, { headers, body }) => {
    input.parse(body ?? {});
    const key = headers['x-secretkey'];
    if (key !== undefined) requireSecretKey(context, key);
    const ticket = headers['x-authorization'];
    const owner =
      key !== undefined
        ? null
        : ticket !== undefined
          ? await playerOfTicket(context, ticket)
          : await ownerOfEntityToken(context, headers['x-entitytoken']);
    return entityTokenResponse(context.titleId, owner, await issueEntityToken(context, owner));
  },
};
