import type { AuthResult, AuthSuccessMessage } from '../contracts/auth-result.ts';

/**
 * Sends the result to pages that listen with a bare `message` handler (decisions.md#3-bridge): `{type: 'AUTH_SUCCESS',
 * session, userID, playfabID}`. The browser drops it unless `receiver` has the origin `target`.
 */
export const postAuthSuccess = (receiver: Window, target: string, result: AuthResult): void => {
  const message: AuthSuccessMessage = { type: 'AUTH_SUCCESS', ...result };
  receiver.postMessage(message, target);
};
