import { z } from 'zod';
import { PlayfabError } from '../errors.ts';
import { email, titleId } from '../fields.ts';
import { guarded } from '../guarded.ts';
import { openMethod } from '../method.ts';
import { newRecoveryToken } from '../secrets.ts';
import { minute } from '../../../src/lib/durations.ts';

const input = z.object({ TitleId: titleId, Email: email, EmailTemplateId: z.string().nullish() });

/** "The token expires after 30 minutes." (https://learn.microsoft.com/rest/api/playfab/admin/account-management/reset-password) */
const lifetime = 30 * minute;

/**
 * Sends a new link, and revokes an earlier one. Returns when the mail is queued. A mail of a template goes to the
 * contact address, not to the login address
 * (https://learn.microsoft.com/gaming/playfab/features/engagement/emails/using-email-templates-to-send-an-account-recovery-email).
 * Without a template, PlayFab's own mail opens PlayFab's own page, which the emulator does not have.
 */
export const sendAccountRecoveryEmail = openMethod(
  '/Client/SendAccountRecoveryEmail',
  input,
  async (context, request, ip) => {
    await guarded(context, 'recover', { ip, email: request.Email });
    const templateId = request.EmailTemplateId;
    if (!templateId || !context.recoveryTemplates.includes(templateId)) {
      throw new PlayfabError('EmailTemplateMissing');
    }
    const player = await context.players.get('email', request.Email, context.clock.now());
    if (player.contact_email === null) throw new PlayfabError('NoContactEmailAddressFound');
    const token = newRecoveryToken();
    await context.recoveries.replace(player.playfab_id, token, new Date(context.clock.now().getTime() + lifetime));
    await context.sendRecoveryMail({ email: player.contact_email, token, templateId, ip });
    return {};
  },
);
