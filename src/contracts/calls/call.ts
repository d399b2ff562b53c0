import { object, type Shape } from '../shapes.ts';
import type { ErrorCode } from '../error-codes.ts';

/** Who may call: anyone, a signed-in user, a server of a vendor or the game, an administrator, a link's holder. */
export type Caller = 'public' | 'user' | 'playfab' | 'stripe' | 'revenuecat' | 'game' | 'admin' | 'level-link';
/** The place of a token in a call. The product's contract differs from call to call (product-spec.md#7-calls-made). */
export type TokenPlace = 'p' | 'token' | 'bearer';

/** A call of the API, for server (`backend/api/serve.ts`), browser (`portal-call.ts`) and the OpenAPI document. */
export type Call<Path extends string, Body, Query, Answer, Sent = Answer> = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: Path;
  auth: Caller;
  /** Default: as `Authorization: Bearer`. */
  tokenIn?: TokenPlace;
  /** Applies to `auth: 'user'`. The default `full` refuses a token that was sent in a store link. */
  access?: 'full' | 'read';
  query?: Shape<Query>;
  body?: Shape<Body>;
  /** Whether browsers send the body form-encoded. */
  form?: true;
  /** Whether it can be repeated safely. Default: everything but POST. */
  repeatable?: boolean;
  /**
   * What the browser needs of the answer, beside `success: true`. Its guard may be looser than what the server sends.
   */
  answer: Shape<Answer>;
  /** What the server sends, where the browser needs less. */
  sent?: Shape<Sent>;
  /** Whether answers have an `ETag`. Sent as `If-None-Match`, it gets an empty 304 while nothing has changed. */
  versioned?: true;
  /** Whether the answer has no `success`. */
  bare?: true;
  /** Codes in addition to those that follow from the guard, the limit and the method. */
  errors?: readonly ErrorCode[];
};

/** Declares a call. */
/* @__NO_SIDE_EFFECTS__ */
export const call = <const Path extends string, Answer, Body = undefined, Query = undefined, Sent = Answer>(
  definition: Call<Path, Body, Query, Answer, Sent>,
): Call<Path, Body, Query, Answer, Sent> => definition;

export type BodyOf<C> = C extends Call<string, infer Body, infer _Query, infer _Answer, infer _Sent> ? Body : never;
/** The answer of a call that only succeeds. */
export const nothing = /* @__PURE__ */ object({});
