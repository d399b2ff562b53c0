import type { Endpoints } from '../../config/endpoints.ts';
import {
  type Declaration,
  declarationKinds,
  declarationPaths,
  declarationStates,
  type DeclareBody,
  type DeclareByMailBody,
  type Leaving,
  type LeavingReasonBody,
  wantedEnds,
} from '../../contracts/declaration.ts';
import { type Result, succeed, withoutValue } from '../../lib/result.ts';
import { flag, literal, nullable, object, oneOf, text, type TypeGuard } from '../../lib/shapes.ts';
import { isSubscription, moment } from '../billing/subscription-answer.ts';
import { createHttp, type Http } from '../http/http.ts';
import { bearer, isSuccess } from '../http/portal-api.ts';

/**
 * The client of the calls that end a contract (decisions.md#6-flows, "Cancelling and withdrawing"). `token` is the
 * session's, `secret` comes from a mailed link.
 */
export type LeavingClient = {
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

/** A day such as "2026-12-21". */
const isDay: TypeGuard<string> = (input): input is string =>
  typeof input === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(input);
const isDeclaration: TypeGuard<Declaration> = object({
  id: text,
  kind: oneOf(declarationKinds),
  declaredAt: moment,
  state: oneOf(declarationStates),
});
const isDeclarationAnswer = object({ success: literal(true), declaration: isDeclaration });
const isLeavingAnswer = object({
  success: literal(true),
  subscription: nullable(isSubscription),
  withdrawUntil: nullable(isDay),
  underWay: nullable(oneOf(wantedEnds)),
  canUndo: flag,
});

export const createLeavingClient = ({ portal }: Endpoints, http: Http = createHttp()): LeavingClient => {
  const read = async <Answer, Value>(
    call: Promise<Result<Answer>>,
    valueOf: (answer: Answer) => Value,
  ): Promise<Result<Value>> => {
    const result = await call;
    return result.ok ? succeed(valueOf(result.value)) : result;
  };
  const declarationOf = ({ declaration }: { declaration: Declaration }): Declaration => declaration;
  const leavingOf = ({ subscription, withdrawUntil, underWay, canUndo }: Leaving): Leaving => ({
    subscription,
    withdrawUntil,
    underWay,
    canUndo,
  });
  const post = (path: string) => ({ method: 'POST', url: portal + path }) as const;
  const get = (path: string) => ({ method: 'GET', url: portal + path }) as const;

  return {
    look: (token, signal) => {
      const call = { ...get(declarationPaths.declarations), headers: bearer(token), answer: isLeavingAnswer, signal };
      return read(http.request(call), leavingOf);
    },
    declare: (token, json, signal) => {
      // A repeated call returns the same declaration.
      const call = { ...post(declarationPaths.declarations), repeatable: true, headers: bearer(token), json } as const;
      return read(http.request({ ...call, answer: isDeclarationAnswer, signal }), declarationOf);
    },
    undo: (token, signal) => {
      const call = { ...post(declarationPaths.undo), headers: bearer(token), json: {}, answer: isLeavingAnswer };
      return read(http.request({ ...call, signal }), leavingOf);
    },
    declareByMail: (json, signal) =>
      read(
        http.request({ ...post(declarationPaths.mailed), json, answer: isDeclarationAnswer, signal }),
        declarationOf,
      ),
    readLink: (secret, signal) => {
      const call = { ...get(declarationPaths.link), headers: bearer(secret), answer: isDeclarationAnswer, signal };
      return read(http.request(call), declarationOf);
    },
    confirmLink: (secret, signal) => {
      const call = { ...post(declarationPaths.link), repeatable: true, headers: bearer(secret), json: {} } as const;
      return read(http.request({ ...call, answer: isDeclarationAnswer, signal }), declarationOf);
    },
    giveReason: async (json, signal) =>
      withoutValue(await http.request({ ...post(declarationPaths.reason), json, answer: isSuccess, signal })),
  };
};
