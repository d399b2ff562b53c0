import type { Endpoints } from '../config/endpoints.ts';
import {
  confirmMailedDeclaration,
  type Declaration,
  declareByMail,
  type DeclareBody,
  type DeclareByMailBody,
  declareEnd,
  giveCancelReason,
  type CancelOverview,
  type CancelReasonBody,
  readCancelOverview,
  readMailedDeclaration,
  undoCancellation,
} from '../contracts/calls/cancel.ts';
import { mapValue, type Result, withoutValue } from '../lib/result.ts';
import { createHttp, type Http } from './http/http.ts';
import { createPortalCall } from './http/portal-call.ts';

const declarationOf = async (result: Promise<Result<{ declaration: Declaration }>>): Promise<Result<Declaration>> =>
  mapValue(await result, ({ declaration }) => declaration);

/** The calls that end a contract (decisions.md#6-flows), with the session's token or a mailed link's secret. */
export const createCancelClient = (endpoints: Endpoints, http: Http = createHttp()) => {
  const call = createPortalCall(endpoints, http);
  return {
    read: (token: string, signal?: AbortSignal): Promise<Result<CancelOverview>> =>
      call(readCancelOverview, { token }, signal),
    declare: (token: string, body: DeclareBody, signal?: AbortSignal) =>
      declarationOf(call(declareEnd, { token, body }, signal)),
    undo: (token: string, signal?: AbortSignal): Promise<Result<CancelOverview>> =>
      call(undoCancellation, { token }, signal),
    declareByMail: (body: DeclareByMailBody, signal?: AbortSignal) =>
      declarationOf(call(declareByMail, { body }, signal)),
    /** Returns the declaration of a mailed link, and confirms nothing. */
    readLink: (secret: string, signal?: AbortSignal) =>
      declarationOf(call(readMailedDeclaration, { token: secret }, signal)),
    /** Confirms it. A second call changes nothing. */
    confirmLink: (secret: string, signal?: AbortSignal) =>
      declarationOf(call(confirmMailedDeclaration, { token: secret }, signal)),
    giveReason: async (body: CancelReasonBody, signal?: AbortSignal) =>
      withoutValue(await call(giveCancelReason, { body }, signal)),
  };
};
export type CancelClient = ReturnType<typeof createCancelClient>;
