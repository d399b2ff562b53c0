import { z } from 'zod';
import { entityTokenResponse } from '../formatters.ts';
import { authenticate, type Method, requireSecretKey } from '../method.ts';
import { issueEntityToken, titlePrincipal } from '../open-session.ts';

const input = z.object({});

/**
 * Issues an entity token for the caller: the player of a ticket or of an entity token, or the title by its key. An
 * exchange can be repeated without end.
 */
export const getEntityToken: Method = {
  path: '/Authentication/GetEntityToken',
  auth: 'any',
  call: async (context, { headers, body }) => {
    input.parse(body ?? {});
    const key = headers['x-secretkey'];
    if (key !== undefined) requireSecretKey(context, key);
    const ticket = headers['x-authorization'];
    const holder =
      key !== undefined
        ? titlePrincipal
        : ticket !== undefined
          ? await authenticate(context, 'ticket', ticket)
          : await authenticate(context, 'entity', headers['x-entitytoken']);
    return entityTokenResponse(context.titleId, holder.player, await issueEntityToken(context, holder));
  },
};
