import { z } from 'zod';
import { PlayfabError } from '../errors.ts';
import { required } from '../fields.ts';
import { entityKey, lineage } from '../formatters.ts';
import { entityMethod, authenticate } from '../method.ts';

const input = z.object({ EntityToken: required('EntityToken') });

/** Returns the owner of a token. Only the title may call it, with its own token in the header. */
export const validateEntityToken = entityMethod(
  '/Authentication/ValidateEntityToken',
  input,
  async (context, request, caller) => {
    if (caller !== null) throw new PlayfabError('NotAuthorized');
    const { player, provider } = await authenticate(context, 'entity', request.EntityToken).catch((error: unknown) => {
      throw error instanceof PlayfabError ? new PlayfabError('EntityTokenInvalid') : error;
    });
    return {
      Entity: entityKey(context.titleId, player),
      IdentifiedDeviceType: 'Unknown',
      IdentityProvider: provider,
      Lineage: lineage(context.titleId, player),
    };
  },
);
