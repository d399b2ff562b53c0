import type { AuthResult, AuthSuccessMessage } from '../contracts/auth-result.ts';

/**
 * Sends the result to pages that listen with a bare `message` handler (decisions.md#3-bridge): `{type: 'AUTH_SUCCESS',
 * session, userID, playfabID}`. The browser drops it unless `receiver` has the origin `target`.
 */
export const postAuthSuccess = (receiver: Window, target: string, result: AuthResult): void => {
  const message: AuthSuccessMessage = { type: 'AUTH_SUCCESS', ...result };
  receiver.postMessage(message, target);
};

/**
 * Reports the height that a frame needs to show `content` completely, in whole CSS pixels, whenever it changes. Only
 * the content is observed: if its height depended on the frame's, the two would change each other endlessly.
 * @returns a function that stops observing.
 */
export const watchHeight = (content: Element, view: Window, onHeight: (height: number) => void): (() => void) => {
  let last = 0;
  const observer = new ResizeObserver(() => {
    const height = Math.ceil(content.getBoundingClientRect().bottom + view.scrollY);
    if (height === last || height <= 0) return;
    last = height;
    onHeight(height);
  });
  observer.observe(content);
  return () => observer.disconnect();
};
