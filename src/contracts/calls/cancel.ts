import { flag, type Guarded, matching, moment, nullable, object, oneOf, text, textOf } from '../shapes.ts';
import { languages } from '../language.ts';
import { type BodyOf, call, nothing } from './call.ts';
import { money, subscription } from './subscription.ts';

/** The calls by which a parent ends the contract (decisions.md#6-flows, "Cancelling and withdrawing"). */
export const declarationPaths = {
  declarations: '/api/user/declarations',
  undo: '/api/user/declarations/undo',
  mailed: '/api/user/declarations/mailed',
  link: '/api/user/declarations/link',
  reason: '/api/user/declarations/reason',
} as const;

/** `cancellation` ends the membership with its period; `withdrawal` ends it at once and refunds every payment. */
export const declarationKinds = ['cancellation', 'withdrawal'] as const;
export type DeclarationKind = (typeof declarationKinds)[number];

/** What a visitor may ask for by a mailed link: also the deletion of the account, for a parent who cannot log in. */
const mailedKinds = [...declarationKinds, 'deletion'] as const;
export type MailedKind = (typeof mailedKinds)[number];

/** `mailed`: waits for the mailed link. `confirmed`: counts, and is being carried out. */
const declarationStates = ['mailed', 'confirmed'] as const;
export type DeclarationState = (typeof declarationStates)[number];

/**
 * What became of a declaration: the membership ends with its period, ended at once, or goes on. `superseded`: a later
 * declaration counts instead. `none`: it was over already, or there was none.
 */
const carriedResults = ['ends', 'ended', 'goes-on', 'superseded', 'none'] as const;
export type CarriedResult = (typeof carriedResults)[number];

export const cancelReasons = ['price', 'unused', 'content', 'technical', 'other'] as const;
export type CancelReason = (typeof cancelReasons)[number];

/** The maximum length of a visitor's name, in UTF-16 units. */
export const declarantNameMaximum = 120;

/** `declaredAt` is the moment that counts. */
const declaration = object({
  id: text,
  kind: oneOf(mailedKinds),
  declaredAt: moment,
  state: oneOf(declarationStates),
});
export type Declaration = Guarded<typeof declaration>;
const declared = object({ declaration });

/** The declaration that was confirmed last, and what Stripe was read to say about it. */
const latest = object({
  id: text,
  kind: oneOf([...declarationKinds, 'undo']),
  declaredAt: moment,
  /** null while it is carried out. */
  result: nullable(oneOf(carriedResults)),
  /** When the membership ends or ended. */
  endsAt: nullable(moment),
  /** What goes back to the card, in the smallest unit: zero if it went back before, null if nothing was paid. */
  refunded: nullable(money),
});

/** What a signed-in parent can end. */
const overview = object({
  subscription: nullable(subscription),
  /** Whether Stripe was read for this answer. Otherwise it is what was known before. */
  isRead: flag,
  /** When a cancellation would end the membership; null for at once, while the current period is not paid. */
  cancellationEndsAt: nullable(moment),
  /** The last day of a withdrawal, "2026-12-21" in the contract's time zone; null with nothing to withdraw from. */
  withdrawUntil: nullable(matching(/^\d{4}-\d{2}-\d{2}$/)),
  canUndo: flag,
  latest: nullable(latest),
});
export type CancelOverview = Guarded<typeof overview>;

const lang = oneOf(languages);

export const readCancelOverview = call({
  method: 'GET',
  path: declarationPaths.declarations,
  auth: 'user',
  answer: overview,
});

/** A repeated call returns the declaration that is not carried out yet. */
export const declareEnd = call({
  method: 'POST',
  path: declarationPaths.declarations,
  auth: 'user',
  repeatable: true,
  body: object({ kind: oneOf(declarationKinds), lang }),
  answer: declared,
});
export type DeclareBody = BodyOf<typeof declareEnd>;

/** Takes the last cancellation back. */
export const undoCancellation = call({
  method: 'POST',
  path: declarationPaths.undo,
  auth: 'user',
  answer: overview,
  errors: ['NOT_FOUND'],
});

/**
 * Declares for a visitor who is not signed in, and mails a link. The answer is the same for every address. A deletion
 * needs no name.
 */
export const declareByMail = call({
  method: 'POST',
  path: declarationPaths.mailed,
  auth: 'public',
  body: object({ kind: oneOf(mailedKinds), lang, name: text, email: text }),
  answer: declared,
});
export type DeclareByMailBody = BodyOf<typeof declareByMail>;

/** Returns the declaration of a mailed link, whose secret is the bearer. It confirms nothing. */
export const readMailedDeclaration = call({
  method: 'GET',
  path: declarationPaths.link,
  auth: 'public',
  answer: declared,
  errors: ['LINK_EXPIRED'],
});

/** Confirms the declaration of a mailed link. A second call changes nothing. */
export const confirmMailedDeclaration = call({
  method: 'POST',
  path: declarationPaths.link,
  auth: 'public',
  repeatable: true,
  answer: declared,
  errors: ['LINK_EXPIRED'],
});

/** Stores the reason. `id` is the declaration's. */
export const giveCancelReason = call({
  method: 'POST',
  path: declarationPaths.reason,
  auth: 'public',
  body: object({ id: textOf(64), reason: oneOf(cancelReasons) }),
  answer: nothing,
  errors: ['NOT_FOUND'],
});
export type CancelReasonBody = BodyOf<typeof giveCancelReason>;
