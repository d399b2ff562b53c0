import { z } from 'zod';
import { PlayfabError } from '../errors.ts';
import { required, type Method, authenticate, entityMethod, requireSecretKey } from '../method.ts';
import { entityKey, entityTokenResponse, lineage, issueEntityToken, titlePrincipal } from '../formatters.ts';

const nothing = z.object({});

/**
 * Issues an entity token for the caller: the player of a ticket or of an entity token, or the title by its key. An
 * exchange can be repeated without end.
 */
export const getEntityToken: Method = {
  path: '/Authentication/GetEntityToken',
  auth: 'any',
  call: async (context, { headers, body }) => {
    nothing.parse(body ?? {});
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

const entityToken = z.object({ EntityToken: required('EntityToken') });

/** Returns the owner of a token. Only the title may call it, with its own token in the header. */
export const validateEntityToken = entityMethod(
  '/Authentication/ValidateEntityToken',
  entityToken,
  async (context, request, caller) => {
    if (caller !== null) throw new PlayfabError('NotAuthorized');
    const { player, provider } = await authenticate(context, 'entity', request.EntityToken).catch((error: unknown) => {
      throw error instanceof PlayfabError ? new PlayfabError('EntityTokenInvalid') : error;
    });
    return {
      Entity: entityKey(context.titleId, player),
      IdentityProvider: provider,
      Lineage: lineage(context.titleId, player),
    };
  },
);
