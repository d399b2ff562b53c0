import type { AuthResult, AuthSuccessMessage } from '../contracts/auth-result.ts';

/**
 * The message for pages that listen with a bare `message` handler (decisions section 3): `{type: 'AUTH_SUCCESS',
 * session, userID, playfabID}`. The browser drops it unless `receiver` really is of `target`'s origin.
 */
export const postAuthSuccess = (receiver: Window, target: string, result: AuthResult): void => {
  const message: AuthSuccessMessage = { type: 'AUTH_SUCCESS', ...result };
  receiver.postMessage(message, target);
};
