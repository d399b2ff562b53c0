import { day, hour, minute } from '../../../src/lib/time.ts';

/**
 * The key by which a limit counts. `network` is the /24 or /48 of the client's address. `person` is the email address,
 * or the user where one is known. `mailbox` is the inbox behind the email address.
 */
type LimitScope =
  | 'address'
  | 'network'
  | 'address and person'
  | 'network and person'
  | 'person'
  | 'mailbox'
  | 'everybody';
/**
 * A rule of `strangers` counts what anyone can ask in a person's name. It does not apply to an address from which the
 * person signed up or used a mailed link: strangers use up one another's share, and never the owner's.
 */
export type LimitRule = { scope: LimitScope; most: number; within: number; strangers?: true };

/** Mails that anyone can request for a teacher: for each network, and for all together. */
const mailsOfStrangers: readonly LimitRule[] = [
  { scope: 'network and person', most: 3, within: hour, strangers: true },
  { scope: 'network and person', most: 6, within: day, strangers: true },
  { scope: 'person', most: 6, within: hour, strangers: true },
  { scope: 'person', most: 10, within: day, strangers: true },
];

/**
 * The limits, per action and never per site: forty people of a school behind one address are not limited. Rules apply
 * in order and the first refusal ends the check. Narrow rules come first, so that a guesser who is limited at one
 * address cannot use up the owner's share. Windows are fixed and a refused try does not extend them, so no one is
 * locked out.
 */
export const limitRules = {
  login: [
    { scope: 'address and person', most: 10, within: 15 * minute },
    { scope: 'address', most: 200, within: 10 * minute },
    { scope: 'person', most: 20, within: 15 * minute },
  ],
  register: [
    { scope: 'address and person', most: 10, within: hour },
    { scope: 'address', most: 60, within: 10 * minute },
  ],
  recover: [
    { scope: 'address', most: 50, within: hour },
    { scope: 'network', most: 200, within: hour },
    { scope: 'mailbox', most: 3, within: hour },
    { scope: 'mailbox', most: 10, within: day },
  ],
  reset: [{ scope: 'address', most: 50, within: 10 * minute }],
  token: [{ scope: 'address', most: 600, within: 10 * minute }],
  bind: [{ scope: 'person', most: 60, within: 10 * minute }],
  /** Wrong codes of the mail about a password reset. No number of them keeps the right code from being accepted. */
  'sign-in-code': [{ scope: 'address and person', most: 10, within: hour }],
  /** Calls that make us ask Stripe, limited by address and by person. */
  payment: [{ scope: 'address', most: 300, within: 10 * minute }],
  payer: [{ scope: 'person', most: 60, within: 10 * minute }],
  /** Beyond this limit a coupon is ignored, and the purchase continues. */
  coupon: [{ scope: 'person', most: 10, within: hour }],
  /**
   * Coupons in the addresses of pages that no one has tried before. Beyond this limit, the page shows the whole price.
   */
  'coupon-page': [{ scope: 'address', most: 30, within: hour }],
  /** Declarations that end a contract, and calls about them. */
  cancel: [{ scope: 'address', most: 120, within: 10 * minute }],
  /**
   * Declarations of visitors. A repeated one causes no second mail, so an address needs no separate limit, and a
   * network none either: strangers would use it up for a mobile carrier. With more declarations, a person gains
   * two mails a day to each address, at the rate of all mails.
   */
  'cancel-mail': [{ scope: 'address', most: 60, within: 10 * minute }],
  /** A whole school may sign up together behind one address. */
  teacher: [{ scope: 'address', most: 120, within: 10 * minute }],
  /** Each sends a mail to an address that is not verified. */
  'new-classroom': [
    { scope: 'address', most: 200, within: hour },
    { scope: 'network', most: 600, within: hour },
    { scope: 'mailbox', most: 10, within: day },
  ],
  'classroom-update': [{ scope: 'address', most: 120, within: 10 * minute }],
  /** `email` receives the link, a teacher's or not. One network uses up neither the teacher's hour nor day. */
  'classroom-mail': [
    { scope: 'address and person', most: 3, within: hour },
    { scope: 'address and person', most: 6, within: day },
    ...mailsOfStrangers,
  ],
  /** Once the teacher opened a mailed link: corrections of the own class are no longer a stranger's mails. */
  'verified-classroom-mail': [
    { scope: 'address and person', most: 20, within: hour },
    { scope: 'address and person', most: 3, within: hour, strangers: true },
    { scope: 'address and person', most: 6, within: day, strangers: true },
    ...mailsOfStrangers,
  ],
  'classroom-link': [{ scope: 'address', most: 120, within: 10 * minute }],
  /** An open page asks twice a minute. */
  classroom: [{ scope: 'address', most: 1200, within: 10 * minute }],
  /** `person` is a class: its thirty-five students finish a level every few seconds. */
  progress: [{ scope: 'person', most: 6000, within: 10 * minute }],
  /** Reports of a class or a student that does not exist. */
  'progress-guess': [{ scope: 'address', most: 300, within: 10 * minute }],
  /** Wrong keys. */
  'admin-key': [{ scope: 'address', most: 5, within: minute }],
  analytics: [{ scope: 'address', most: 600, within: 10 * minute }],
  /** Beyond this limit an event is counted but not forwarded, so that invented events do not flood the receivers. */
  conversion: [
    { scope: 'address', most: 150, within: 10 * minute },
    { scope: 'everybody', most: 20_000, within: hour },
  ],
} as const satisfies Record<string, readonly LimitRule[]>;

export type LimitedAction = keyof typeof limitRules;

/**
 * The rate at which mails to unverified addresses leave: `burst` at once, then `perMinute`. A limit for everyone would
 * let an attacker shut others out, so nothing is refused here: a mail above the rate waits. All kinds of mail share the
 * rate, because they share one mail server and its reputation. A queue that is longer than `longest`, in milliseconds,
 * comes from a clock that was ahead, and begins again: 10,000 mails fill it, for which an attacker needs twenty
 * networks.
 */
export const mailRate = { burst: 1_000, perMinute: 240, longest: 45 * minute };
