import type { Endpoints } from '../../config/endpoints.ts';
import {
  confirmMailedDeclaration,
  type Declaration,
  declareByMail,
  type DeclareBody,
  type DeclareByMailBody,
  declareEnd,
  giveLeavingReason,
  type Leaving,
  type LeavingReasonBody,
  readLeaving,
  readMailedDeclaration,
  undoCancellation,
} from '../../contracts/calls/cancel.ts';
import { mapValue, type Result, withoutValue } from '../../lib/result.ts';
import { createHttp, type Http } from '../http/http.ts';
import { createPortalCall } from '../http/portal-call.ts';

/**
 * The client of the calls that end a contract (decisions.md#6-flows, "Cancelling and withdrawing"). `token` is the
 * session's, `secret` comes from a mailed link.
 */
export type CancelClient = {
  look(token: string, signal?: AbortSignal): Promise<Result<Leaving>>;
  declare(token: string, body: DeclareBody, signal?: AbortSignal): Promise<Result<Declaration>>;
  undo(token: string, signal?: AbortSignal): Promise<Result<Leaving>>;
  declareByMail(body: DeclareByMailBody, signal?: AbortSignal): Promise<Result<Declaration>>;
  /** Returns the declaration of a mailed link, and confirms nothing. */
  readLink(secret: string, signal?: AbortSignal): Promise<Result<Declaration>>;
  /** Confirms it. A second call changes nothing. */
  confirmLink(secret: string, signal?: AbortSignal): Promise<Result<Declaration>>;
  giveReason(body: LeavingReasonBody, signal?: AbortSignal): Promise<Result<void>>;
};

const declarationOf = async (result: Promise<Result<{ declaration: Declaration }>>): Promise<Result<Declaration>> =>
  mapValue(await result, ({ declaration }) => declaration);

export const createCancelClient = (endpoints: Endpoints, http: Http = createHttp()): CancelClient => {
  const call = createPortalCall(endpoints, http);
  return {
    look: (token, signal) => call(readLeaving, { token }, signal),
    declare: (token, body, signal) => declarationOf(call(declareEnd, { token, body }, signal)),
    undo: (token, signal) => call(undoCancellation, { token }, signal),
    declareByMail: (body, signal) => declarationOf(call(declareByMail, { body }, signal)),
    readLink: (token, signal) => declarationOf(call(readMailedDeclaration, { token }, signal)),
    confirmLink: (token, signal) => declarationOf(call(confirmMailedDeclaration, { token }, signal)),
    giveReason: async (body, signal) => withoutValue(await call(giveLeavingReason, { body }, signal)),
  };
};
