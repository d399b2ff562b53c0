import { z } from 'zod';
import { callPlayfab, PlayfabRefusal, type PlayfabServer } from './playfab-call.ts';
import { minute } from '../../src/lib/durations.ts';

export type PlayfabEntity = { id: string; type: string };

/**
 * The server's calls to PlayFab, real or emulated: only the address and the key differ. Every method throws
 * `PlayfabUnavailable` when no answer arrives in time, and `PlayfabRefusal` when PlayFab refuses.
 */
export type PlayfabGateway = {
  /**
   * Returns the PlayFabId of a mailed reset token. @throws PlayfabRefusal, `isAboutLink` when the link is not valid.
   */
  playerOfResetToken(token: string): Promise<string>;
  /** Sets the password and uses the token up. @throws PlayfabRefusal, `isAboutLink` when the link is not valid. */
  resetPassword(token: string, password: string): Promise<void>;
  /** Deletes the whole account; an account that was deleted already is not an error. */
  deletePlayer(playfabId: string): Promise<void>;
  /** Returns null for an unknown player, or one without an address. */
  accountOf(playfabId: string): Promise<{ email: string } | null>;
  /** Returns the PlayFab ID of the player with an address; null when there is none. */
  playerOfAddress(email: string): Promise<string | null>;
  /** Returns the owner of an entity token; null when PlayFab does not know the token. */
  validateEntityToken(token: string): Promise<PlayfabEntity | null>;
};

const nothing = z.looseObject({});
const player = z.object({ PlayFabId: z.string() });
const account = z.object({ UserInfo: z.object({ PrivateInfo: z.object({ Email: z.string().nullish() }).nullish() }) });
const foundPlayer = z.object({ UserInfo: z.object({ PlayFabId: z.string() }) });
const titleToken = z.object({ EntityToken: z.string(), TokenExpiration: z.iso.datetime({ offset: true }) });
const validated = z.object({ Entity: z.object({ Id: z.string(), Type: z.string() }) });

/** How long before its end a title token is renewed, in milliseconds. */
const margin = 5 * minute;

/** @throws every error except PlayFab's "no such account". */
const unlessUnknown = (error: unknown): null => {
  if (error instanceof PlayfabRefusal && error.error === 'AccountNotFound') return null;
  throw error;
};

export const createPlayfabGateway = (server: PlayfabServer): PlayfabGateway => {
  const withKey = { 'X-SecretKey': server.secretKey };
  const asTitle = { Entity: { Id: server.titleId, Type: 'title' } };
  let title: { token: string; renewAt: number } | undefined;

  const titleEntityToken = async (): Promise<string> => {
    if (title === undefined || title.renewAt <= Date.now()) {
      const issued = await callPlayfab(server, 'Authentication/GetEntityToken', withKey, asTitle, titleToken);
      title = { token: issued.EntityToken, renewAt: Date.parse(issued.TokenExpiration) - margin };
    }
    return title.token;
  };

  const validate = async (token: string): Promise<PlayfabEntity> => {
    const headers = { 'X-EntityToken': await titleEntityToken() };
    const body = { EntityToken: token };
    const { Entity } = await callPlayfab(server, 'Authentication/ValidateEntityToken', headers, body, validated);
    return { id: Entity.Id, type: Entity.Type };
  };

  return {
    playerOfResetToken: async (token) => {
      const body = { Token: token, TokenType: 'Email' };
      return (await callPlayfab(server, 'Admin/GetPlayerIdFromAuthToken', withKey, body, player)).PlayFabId;
    },

    resetPassword: async (token, password) => {
      await callPlayfab(server, 'Admin/ResetPassword', withKey, { Token: token, Password: password }, nothing);
    },

    deletePlayer: async (playfabId) => {
      const body = { PlayFabId: playfabId };
      await callPlayfab(server, 'Admin/DeleteMasterPlayerAccount', withKey, body, nothing).catch(unlessUnknown);
    },

    accountOf: async (playfabId) => {
      const body = { PlayFabId: playfabId };
      const found = await callPlayfab(server, 'Server/GetUserAccountInfo', withKey, body, account).catch(unlessUnknown);
      const email = found?.UserInfo.PrivateInfo?.Email;
      return email ? { email } : null;
    },

    playerOfAddress: async (email) => {
      const body = { Email: email };
      const call = callPlayfab(server, 'Admin/GetUserAccountInfo', withKey, body, foundPlayer);
      return (await call.catch(unlessUnknown))?.UserInfo.PlayFabId ?? null;
    },

    validateEntityToken: async (token) => {
      try {
        return await validate(token);
      } catch (first) {
        if (!(first instanceof PlayfabRefusal)) throw first;
      }
      // PlayFab may have forgotten our own token, so the call is repeated once with a new one.
      title = undefined;
      try {
        return await validate(token);
      } catch (second) {
        if (second instanceof PlayfabRefusal) return null;
        throw second;
      }
    },
  };
};
