import type { Endpoints } from '../../config/endpoints.ts';
import type { SignInResponse } from '../../contracts/session.ts';
import { type Result, succeed } from '../../lib/result.ts';
import { literal, object } from '../../lib/shapes.ts';
import { isEntityToken } from '../../session/parse-session.ts';
import { createHttp, type Http } from '../http/http.ts';
import { failureOfPlayfab } from './playfab-failure.ts';

export type FreshEntity = (player: SignInResponse) => Promise<Result<SignInResponse>>;

const isAnswer = object({ code: literal(200), data: isEntityToken });

/**
 * PlayFab's entity token lives a day, and one that still lives is changed for another one by `GetEntityToken`. Without
 * that a page that stays open could renew its session for a day only, for the cloud function asks for an entity token.
 * Sent without the SDK: version 1.185 knows no refresh, only the change of a ticket, which lives no longer.
 */
export const createFreshEntity =
  ({ playfab }: Endpoints, http: Http = createHttp()): FreshEntity =>
  async (player) => {
    const result = await http.request({
      method: 'POST',
      url: `${playfab.url}/Authentication/GetEntityToken`,
      headers: { 'X-EntityToken': player.data.EntityToken.EntityToken },
      json: {},
      answer: isAnswer,
      repeatable: true,
      readFailure: failureOfPlayfab,
    });
    if (!result.ok) return result;
    return succeed({ ...player, data: { ...player.data, EntityToken: result.value.data } });
  };
