import { z } from 'zod';
import { callPlayfab, PlayfabRefusal, type PlayfabServer } from './playfab-call.ts';

export type PlayfabEntity = { id: string; type: string };

/**
 * What our server asks PlayFab, real or emulated: only the address and the key differ. Every method throws
 * `PlayfabUnavailable` when no answer came in time, and `PlayfabRefusal` when PlayFab said no.
 */
export type PlayfabGateway = {
  /** The PlayFabId whom a mailed reset token belongs to. @throws PlayfabRefusal, `isAboutLink` when the link is dead. */
  playerOfResetToken(token: string): Promise<string>;
  /** Spends the token. @throws PlayfabRefusal, `isAboutLink` when the link is dead. */
  resetPassword(token: string, password: string): Promise<void>;
  /** Deletes the whole account; one that is gone already is no error. */
  deletePlayer(playfabId: string): Promise<void>;
  /** Null when there is no such player, or none with an address. */
  accountOf(playfabId: string): Promise<{ email: string } | null>;
  /** Whose entity token this is; null when PlayFab does not know it. */
  validateEntityToken(token: string): Promise<PlayfabEntity | null>;
};

const nothing = z.looseObject({});
const player = z.object({ PlayFabId: z.string() });
const account = z.object({ UserInfo: z.object({ PrivateInfo: z.object({ Email: z.string().nullish() }).nullish() }) });
const titleToken = z.object({ EntityToken: z.string(), TokenExpiration: z.iso.datetime({ offset: true }) });
const validated = z.object({ Entity: z.object({ Id: z.string(), Type: z.string() }) });

/** A title token is renewed this long before its end. Milliseconds. */
const margin = 5 * 60 * 1_000;

/** @throws what is not PlayFab's "no such account". */
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

    validateEntityToken: async (token) => {
      try {
        return await validate(token);
      } catch (first) {
        if (!(first instanceof PlayfabRefusal)) throw first;
      }
      // The refusal may have been about our own token, after PlayFab forgot it: ask once more with a fresh one.
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
