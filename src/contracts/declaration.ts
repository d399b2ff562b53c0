import type { ApiSuccess } from './api.ts';
import type { Language } from './language.ts';
import type { Subscription } from './subscription.ts';

/**
 * The calls by which a parent ends the contract (decisions.md#6-flows, "Cancelling and withdrawing"). They are in a
 * separate file, because the other forms do not need them.
 */
export const declarationPaths = {
  /** GET: what a signed-in parent can end. POST declares it. */
  declarations: '/api/user/declarations',
  /** POST takes the last cancellation back. */
  undo: '/api/user/declarations/undo',
  /** POST declares for a visitor who is not signed in, and mails a link. */
  mailed: '/api/user/declarations/mailed',
  /** The declaration of a mailed link: GET returns it, POST confirms it. */
  link: '/api/user/declarations/link',
  /** POST stores the reason. */
  reason: '/api/user/declarations/reason',
} as const;

/** `cancellation` ends the membership with its period; `withdrawal` ends it at once and refunds every payment. */
export const declarationKinds = ['cancellation', 'withdrawal'] as const;
export type DeclarationKind = (typeof declarationKinds)[number];

/** `mailed`: waits for the mailed link. `confirmed`: counts, and is being carried out. */
export const declarationStates = ['mailed', 'confirmed'] as const;
export type DeclarationState = (typeof declarationStates)[number];

/** How an account's contract is wanted to end: not, with the period that is paid, or at once with a refund. */
export const wantedEnds = ['none', 'period', 'withdrawal'] as const;
export type WantedEnd = (typeof wantedEnds)[number];

export const leavingReasons = ['price', 'unused', 'content', 'technical', 'other'] as const;
export type LeavingReason = (typeof leavingReasons)[number];

/** The maximum length of a visitor's name, in UTF-16 units. */
export const declarantNameMaximum = 120;

/** `declaredAt` (ISO 8601) is the moment that counts. */
export type Declaration = { id: string; kind: DeclarationKind; declaredAt: string; state: DeclarationState };

/** What a signed-in parent can end. */
export type Leaving = {
  subscription: Subscription | null;
  /**
   * The last day on which a withdrawal is possible, as "2026-12-21" in the contract's time zone; null when there is nothing
   * to withdraw from.
   */
  withdrawUntil: string | null;
  /** The end that was confirmed last, while Stripe does not show it yet. */
  underWay: WantedEnd | null;
  canUndo: boolean;
};
/** `GET declarations`, and `POST undo`, both with `Authorization: Bearer <token>`. */
export type LeavingAnswer = ApiSuccess<Leaving>;

/** `POST declarations`, JSON, with `Authorization: Bearer <token>`. A repeated call returns the open declaration. */
export type DeclareBody = { kind: DeclarationKind; lang: Language };
/** `POST mailed`, JSON. The response is the same for every address. */
export type DeclareByMailBody = DeclareBody & { name: string; email: string };
/** The response of `POST declarations` and `POST mailed`, and of both calls with a link's secret as the bearer. */
export type DeclarationAnswer = ApiSuccess<{ declaration: Declaration }>;
/** `POST reason`, JSON. `id` is the declaration's. */
export type LeavingReasonBody = { id: string; reason: LeavingReason };
