import type { SignInResponse } from '../../contracts/session.ts';
import { type Result, withoutValue } from '../../lib/result.ts';
import { isEmptyAnswer } from './playfab-answers.ts';
import type { createPlayfabCall } from './playfab-call.ts';

/** Ties an id to a player's account, which it then opens too. Done twice it is done once. */
export type Link = (player: SignInResponse, id: string, signal?: AbortSignal) => Promise<Result<void>>;

export const createLink =
  (
    call: ReturnType<typeof createPlayfabCall>,
    method: 'LinkCustomID' | 'LinkIOSDeviceID' | 'LinkAndroidDeviceID',
    parameter: 'CustomId' | 'DeviceId' | 'AndroidDeviceId',
  ): Link =>
  async (player, id, signal) => {
    const request = { [parameter]: id };
    return withoutValue(await call({ method, request, answer: isEmptyAnswer, repeatable: true, player, signal }));
  };
