import { z } from 'zod';
import { PlayfabError } from '../errors.ts';
import { required } from '../fields.ts';
import { entityKey, lineage } from '../formatters.ts';
import { entityMethod, ownerOfEntityToken } from '../method.ts';

const input = z.object({ EntityToken: required('EntityToken') });

/** Returns the owner of a token. The title's server calls it with its own token in the header. */
export const validateEntityToken = entityMethod(
  '/Authentication/ValidateEntityToken',
  input,
  async (context, request) => {
    const owner = await ownerOfEntityToken(context, request.EntityToken).catch((error: unknown) => {
      throw error instanceof PlayfabError ? new PlayfabError('EntityTokenInvalid') : error;
    });
    return {
      Entity: entityKey(context.titleId, owner),
      IdentifiedDeviceType: 'Unknown',
      IdentityProvider: 'PlayFab',
      Lineage: lineage(context.titleId, owner),
    };
  },
);
