/**
 * Numbers of product-spec.md#5-validation-rules, #9-business-constants-and-limits and
 * decisions.md#4-sessions-and-tokens. Times are milliseconds unless the name says otherwise.
 */
export const limits = {
  trialDays: 7,
  children: 3,
  passwordMinimum: 8,
  /** PlayFab's own upper limit. */
  passwordMaximum: 100,
  emailMaximum: 254,
  /** UTF-16 units of a line that a person types, such as a name. */
  lineMaximum: 120,
  /** The deadline of everything that a person waits for. */
  interactiveDeadline: 15_000,
  attempts: 3,
  backOffCap: 300_000,
  cookieDays: 365,
  /** Days after the start of a contract or its first payment in which a parent may withdraw (decisions.md#6-flows). */
  withdrawalDays: 14,
  /** Days in which the mailed link of a declaration is valid. */
  declarationLinkDays: 14,
  consentScrollShare: 0.25,
  /** Days for which the proof of a contract is kept after the account, at least. */
  proofDays: 365,
} as const;

/** Days for which data is kept after its use. Jobs delete it then, and the privacy page lists it. */
export const keptDays = {
  visits: 90,
  sessions: 7,
  checkouts: 7,
  storeSubscribers: 730,
  deletedAccounts: 30,
  declarations: 365,
  refunds: 365,
  /**
   * California keeps the consent to a renewal for three years, or until a year after the contract if that is later
   * (Business and Professions Code, section 17602, with AB 2863); GDPR, article 7 (1), asks for the proof of a consent.
   */
  agreements: 1_095,
  idleClasses: 730,
  clearedProgress: 30,
  /** The page of a class shows eight weeks. */
  completedLevels: 56,
} as const;

export type KeptName = keyof typeof keptDays;
const isKeptName = (name: string): name is KeptName => name in keptDays;
export const keptNames: readonly KeptName[] = Object.keys(keptDays).filter(isKeptName);

/** What is kept about a parent whose account was deleted. */
export const keptAfterDeletion: readonly KeptName[] = ['deletedAccounts', 'refunds', 'agreements'];

/** The share of the interactive deadline for a request itself. The page needs the rest to show the result. */
export const requestLimit = limits.interactiveDeadline - 1000;
