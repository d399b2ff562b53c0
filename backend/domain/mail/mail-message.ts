import { z } from 'zod';
import { classroomIdPattern, codePattern } from '../../../src/contracts/calls/school-zone.ts';
import { stores } from '../../../src/contracts/calls/subscription.ts';
import { defaultLanguage, languages } from '../../../src/contracts/language.ts';
import { tokenPattern } from '../../../src/contracts/session.ts';
import { shownDetails } from '../../store/billing.repository.ts';

/**
 * A name that a mail may contain: up to 40 letters with single spaces, hyphens, apostrophes and abbreviations between
 * them. Anybody can sign up another person's address, so a name must not be able to carry a link, markup or a message.
 */
const greetingName = z
  .string()
  .max(40)
  .regex(/^\p{L}[\p{L}\p{M}]*(?:(?: |-|'|’|\. )\p{L}[\p{L}\p{M}]*){0,3}$/u);

/** Returns the name if a mail may greet by it. */
export const greetingNameOf = (name: string): string | undefined => greetingName.safeParse(name).data;

const envelope = {
  to: z.string(),
  // A later release, which ran before this one, may have stored a language that this one does not have.
  language: z.enum(languages).catch(defaultLanguage),
};
const mail = <Template extends z.ZodLiteral<string> | z.ZodEnum, Values extends z.ZodType>(
  template: Template,
  values: Values,
) => z.object({ ...envelope, template, values });
const secret = z.string().regex(tokenPattern);
/** The name of the person, if it is fit for a mail. */
const name = greetingName.optional();
const signInCode = z.string().regex(/^[0-9A-Z-]{9}$/);
const classroom = {
  name,
  classroomCode: z.string().regex(codePattern),
  classroomID: z.string().regex(classroomIdPattern),
  studentCodes: z.array(z.string().regex(codePattern)),
};

const moment = z.iso.datetime();
/**
 * `declaredAt` is the time that counts. A visitor who is not signed in gets a link, valid until the end of the day
 * `ends`, and gave a name; a name that is not fit for a mail is left out.
 */
const link = z.object({ token: secret, ends: z.iso.date() });
const received = z.object({ declaredAt: moment, name, link: link.optional() });
const currency = z.string().regex(/^[a-z]{3}$/);
const money = z.object({ amount: z.int(), currency });
/**
 * `endsAt` is when the membership ends, or is paid next, where that is known. `late`: a withdrawal that came too late.
 * `refunded`: what goes back, zero if it went back before. `next`: what is still charged on that day. `goesOn`: where
 * other memberships of the person go on. `byAddress`: whether Stripe was asked for the address.
 */
const result = z.object({
  declaredAt: moment,
  endsAt: moment.nullable(),
  isTrial: z.boolean(),
  late: z.boolean(),
  refunded: money.nullable(),
  next: money.nullable(),
  goesOn: z.array(z.enum(stores)),
  byAddress: z.boolean().optional(),
});

/** Mails about a membership at Stripe, which its owner gets once each; the dated ones some days before a date. */
export const datedTemplates = ['trial-ends', 'discount-ends', 'yearly-reminder'] as const;
export const membershipTemplates = ['welcome', 'membership-kept', ...datedTemplates, 'payment-failed'] as const;
export type DatedTemplate = (typeof datedTemplates)[number];
export type MembershipTemplate = (typeof membershipTemplates)[number];

/** The next payment, in the smallest unit; after a failure the next try of the card, whose day is null without one. */
const payment = z.object({
  day: z.iso.date().nullable(),
  amount: z.int(),
  currency,
  isTrial: z.boolean(),
  /** In the welcome: until when a membership runs that began elsewhere. */
  earlier: z.iso.date().optional(),
  /** The whole price. */
  price: shownDetails.shape.price,
});

/**
 * A mail before its text is rendered. No value is a link, and the only text is a checked name: links are built from the
 * portal's configured address when the mail is rendered, so that no request can change them.
 */
export const mailMessage = z.discriminatedUnion('template', [
  /** `token` is the secret of the link; the link is valid for 30 minutes. */
  mail(z.literal('recovery'), z.object({ token: secret })),
  /** `code` is for sign-ins on other devices. A mail that an earlier version queued has none. */
  mail(z.literal('password-changed'), z.object({ code: signInCode.optional() }).default({})),
  /** The server stopped before PlayFab said whether the new password is stored, but sign-ins ask for the code. */
  mail(z.literal('reset-interrupted'), z.object({ code: signInCode })),
  /** The link by which the owner of the account moves in what began elsewhere. */
  mail(z.literal('move-in-link'), z.object({ link })),
  /** `subscriptionEnded` means that a Stripe subscription was cancelled with the account. */
  mail(z.literal('account-deleted'), z.object({ subscriptionEnded: z.boolean().default(false) }).prefault({})),
  mail(z.enum(membershipTemplates), payment),
  /** `elsewhere`: the first one began elsewhere, with the address of the payment. */
  mail(z.literal('duplicate-subscription'), z.object({ elsewhere: z.boolean().default(false) }).prefault({})),
  /** Acknowledge a declaration by which a parent ends the contract, or asks for the deletion of the account. */
  mail(z.enum(['cancellation-received', 'withdrawal-received', 'deletion-received']), received),
  /** The membership ended, and Stripe refuses the refund for now. */
  mail(z.literal('withdrawal-ended'), z.object({ declaredAt: moment })),
  /** Report what became of it, as it was read from Stripe. */
  mail(
    z.enum(['cancellation-done', 'withdrawal-done', 'nothing-to-end', 'nothing-to-delete', 'cancellation-undone']),
    result,
  ),
  mail(z.literal('classroom-ready'), z.object(classroom)),
  /** The link of a class that exists, sent again. */
  mail(z.literal('classroom-link'), z.object(classroom)),
  /** The link of a class that moved in from an earlier system. */
  mail(z.literal('classroom-moved'), z.object(classroom)),
  /** `token` is the secret of a link that makes this change, valid for a day. */
  mail(
    z.literal('classroom-update'),
    z.object({ name, token: secret, numStudents: z.number(), reinitialize: z.boolean() }),
  ),
  /** `cleared` is the secret of a link that restores the cleared progress, valid for thirty days. */
  mail(
    z.literal('classroom-updated'),
    z.object({ ...classroom, newLink: z.boolean(), restored: z.boolean(), cleared: secret.nullable() }),
  ),
]);

export type MailMessage = z.infer<typeof mailMessage>;
export type MailTemplate = MailMessage['template'];
