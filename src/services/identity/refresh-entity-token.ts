import type { Endpoints } from '../../config/endpoints.ts';
import type { SignInResponse } from '../../contracts/session.ts';
import { type Result, succeed } from '../../lib/result.ts';
import { literal, object } from '../../lib/shapes.ts';
import { isEntityToken } from '../../session/session-store.ts';
import { createHttp, type Http } from '../http/http.ts';
import { failureOfPlayfab } from './playfab-call.ts';

export type RefreshEntityToken = (player: SignInResponse) => Promise<Result<SignInResponse>>;

const isAnswer = object({ code: literal(200), data: isEntityToken });

/**
 * Gets a new entity token. PlayFab's entity token is valid for a day, and `GetEntityToken` exchanges a valid one for a
 * new one. Without it, an open page could renew its session for a day only, because the cloud function requires an
 * entity token. The call is sent without the SDK, whose version 1.185 only exchanges session tickets, which expire as
 * soon.
 */
export const createRefreshEntityToken =
  ({ playfab }: Endpoints, http: Http = createHttp()): RefreshEntityToken =>
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
