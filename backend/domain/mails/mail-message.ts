import { z } from 'zod';
import { languages } from '../../../src/contracts/language.ts';
import { tokenPattern } from '../../../src/contracts/token.ts';

const envelope = { to: z.string(), language: z.enum(languages) };
const nothing = z.object({}).default({});

/**
 * A mail before it has words. No value is free text and no value is a link: links are built from the portal's own
 * address when the mail is rendered, so that nobody's request can bend one.
 */
export const mailMessage = z.discriminatedUnion('template', [
  /** `token` is the secret of the link; the link is valid one hour. */
  z.object({
    ...envelope,
    template: z.literal('recovery'),
    values: z.object({ token: z.string().regex(tokenPattern) }),
  }),
  z.object({ ...envelope, template: z.literal('password-changed'), values: nothing }),
  /** `subscriptionEnded`: a subscription of Stripe's was cancelled with the account. */
  z.object({
    ...envelope,
    template: z.literal('account-deleted'),
    values: z.object({ subscriptionEnded: z.boolean().default(false) }).prefault({}),
  }),
  z.object({ ...envelope, template: z.literal('duplicate-subscription'), values: nothing }),
]);

export type MailMessage = z.infer<typeof mailMessage>;
export type MailTemplate = MailMessage['template'];
