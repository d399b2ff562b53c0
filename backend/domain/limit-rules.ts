/** What a limit counts by. `person` is the e-mail address, or the user where one is known; kept as a digest only. */
export type LimitScope = 'address' | 'address and person' | 'person' | 'everybody';
export type LimitRule = { scope: LimitScope; most: number; seconds: number };

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

/**
 * Limits are per action, never per site: a school of forty people behind one address works. Rules are tried in order
 * and the first refusal stops, so a guesser who is held at his own address cannot use up the owner's share; the
 * narrow rule comes first for that reason. Windows are fixed and a refused try prolongs nothing: never a lock-out.
 */
export const limitRules = {
  login: [
    { scope: 'address and person', most: 10, seconds: 15 * minute },
    { scope: 'address', most: 200, seconds: 10 * minute },
    { scope: 'person', most: 20, seconds: 15 * minute },
  ],
  register: [
    { scope: 'address and person', most: 10, seconds: hour },
    { scope: 'address', most: 60, seconds: 10 * minute },
  ],
  recover: [
    { scope: 'address', most: 50, seconds: hour },
    { scope: 'person', most: 3, seconds: hour },
    { scope: 'person', most: 10, seconds: day },
    { scope: 'everybody', most: 1000, seconds: hour },
  ],
  reset: [{ scope: 'address', most: 50, seconds: 10 * minute }],
  token: [{ scope: 'address', most: 600, seconds: 10 * minute }],
  bind: [{ scope: 'person', most: 60, seconds: 10 * minute }],
  /** Calls that make us ask Stripe: at the door, and for each person. */
  payment: [{ scope: 'address', most: 300, seconds: 10 * minute }],
  payer: [{ scope: 'person', most: 60, seconds: 10 * minute }],
  /** Beyond this a coupon is ignored, and the purchase goes on. */
  coupon: [{ scope: 'person', most: 10, seconds: hour }],
  /** A whole staff room signs up together. */
  teacher: [{ scope: 'address', most: 120, seconds: 10 * minute }],
  /** Each is a mail to an address that nobody proved to be theirs. `person` is the mailbox, whatever its `+tag`. */
  'new-classroom': [
    { scope: 'address', most: 200, seconds: hour },
    { scope: 'person', most: 10, seconds: day },
    { scope: 'everybody', most: 1000, seconds: hour },
  ],
  'classroom-update': [{ scope: 'address', most: 120, seconds: 10 * minute }],
  /** `person` is the teacher whom the link is mailed to. A stranger at one address leaves that teacher's day a share. */
  'classroom-mail': [
    { scope: 'address and person', most: 3, seconds: hour },
    { scope: 'address and person', most: 6, seconds: day },
    { scope: 'person', most: 3, seconds: hour },
    { scope: 'person', most: 10, seconds: day },
    { scope: 'everybody', most: 1000, seconds: hour },
  ],
  'classroom-link': [{ scope: 'address', most: 120, seconds: 10 * minute }],
  /** A page that is open asks twice a minute. */
  classroom: [{ scope: 'address', most: 1200, seconds: 10 * minute }],
  /** `person` is a class: its thirty-five finish a level every few seconds. */
  progress: [{ scope: 'person', most: 6000, seconds: 10 * minute }],
  /** Reports of a class or a student that there is not. */
  'progress-guess': [{ scope: 'address', most: 300, seconds: 10 * minute }],
  /** Keys that were wrong. */
  'admin-key': [{ scope: 'address', most: 5, seconds: minute }],
  analytics: [{ scope: 'address', most: 600, seconds: 10 * minute }],
  /** Beyond this an event is counted here and told to nobody: whoever makes events up fills no receiver with them. */
  conversion: [
    { scope: 'address', most: 150, seconds: 10 * minute },
    { scope: 'everybody', most: 20_000, seconds: hour },
  ],
} as const satisfies Record<string, readonly LimitRule[]>;

export type LimitedAction = keyof typeof limitRules;
