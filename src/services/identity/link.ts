import type { SignInResponse } from '../../contracts/session.ts';
import { randomBase64Url } from '../../lib/browser.ts';
import { type Result, withoutValue } from '../../lib/result.ts';
import { isEmptyAnswer } from './playfab-answers.ts';
import type { createPlayfabCall } from './playfab-call.ts';

/**
 * Creates a PlayFab custom id. It alone opens the account, so it is as strong as a password: 32 random bytes for each
 * sign-up, never logged or shown (decisions.md#4-sessions-and-tokens).
 */
export const createCustomId = (): string => randomBase64Url(32);

/** Links an id to a player's account, which the id can then open. It can be repeated safely. */
export type LinkAccount = (player: SignInResponse, id: string, signal?: AbortSignal) => Promise<Result<void>>;

export const createLinkAccount =
  (
    call: ReturnType<typeof createPlayfabCall>,
    method: 'LinkCustomID' | 'LinkIOSDeviceID' | 'LinkAndroidDeviceID',
    parameter: 'CustomId' | 'DeviceId' | 'AndroidDeviceId',
  ): LinkAccount =>
  async (player, id, signal) => {
    const request = { [parameter]: id };
    return withoutValue(await call({ method, request, answer: isEmptyAnswer, repeatable: true, player, signal }));
  };
