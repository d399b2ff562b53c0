import type { Context } from './context.ts';
import { PlayfabError } from './errors.ts';

const shape = /^[A-Za-z0-9_-]{43}$/;

/**
 * Returns the id of the player who received a recovery token.
 * @throws PlayfabError when the token is malformed, unknown, superseded, expired or used.
 */
export const playerOfRecovery = async (context: Context, token: string): Promise<string> => {
  if (!shape.test(token)) throw new PlayfabError('InvalidAuthToken');
  const recovery = await context.recoveries.read(token, context.clock.now());
  switch (recovery.state) {
    case 'valid':
      return recovery.playfabId;
    case 'used':
      throw new PlayfabError('AuthTokenAlreadyUsedToResetPassword');
    case 'expired':
      throw new PlayfabError('AuthTokenExpired');
    case 'unknown':
      throw new PlayfabError('AuthTokenDoesNotExist');
  }
};
