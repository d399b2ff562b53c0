/**
 * What a limit counts by. `network` is the /24 or /48 of the client's address. `person` is the e-mail address, or the
 * user where one is known; `mailbox` is the inbox that the e-mail address leads to.
 */
export type LimitScope = 'address' | 'network' | 'address and person' | 'person' | 'mailbox' | 'everybody';
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
    { scope: 'network', most: 200, seconds: hour },
    { scope: 'mailbox', most: 3, seconds: hour },
    { scope: 'mailbox', most: 10, seconds: day },
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
  /** Each is a mail to an address that nobody proved to be theirs. */
  'new-classroom': [
    { scope: 'address', most: 200, seconds: hour },
    { scope: 'network', most: 600, seconds: hour },
    { scope: 'mailbox', most: 10, seconds: day },
  ],
  'classroom-update': [{ scope: 'address', most: 120, seconds: 10 * minute }],
  /** `person` is the teacher whom the link is mailed to. A stranger at one address leaves that teacher's day a share. */
  'classroom-mail': [
    { scope: 'address and person', most: 3, seconds: hour },
    { scope: 'address and person', most: 6, seconds: day },
    { scope: 'person', most: 3, seconds: hour },
    { scope: 'person', most: 10, seconds: day },
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

/** `burst` mails leave at once; after that `perMinute` leave. */
export type MailRate = { burst: number; perMinute: number };

/**
 * How fast mails leave that somebody asked for without proving that the address is theirs. A limit for everybody would
 * refuse the people whom an attacker wants to shut out, so nothing is refused here: a mail above the rate waits.
 * The first mail that a network causes in an hour has a rate of its own, and does not wait behind those of networks
 * that cause many. All kinds of mail share these rates, because they share one mail server and its reputation.
 */
export const mailRates = {
  first: { burst: 300, perMinute: 60 },
  further: { burst: 700, perMinute: 15 },
  /** Of the further ones, those to one mail domain: a school's mail server gets no more than this. */
  domain: { burst: 400, perMinute: 10 },
} as const satisfies Record<string, MailRate>;
