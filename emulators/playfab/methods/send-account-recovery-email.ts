import { z } from 'zod';
import { PlayfabError } from '../errors.ts';
import { email, titleId } from '../fields.ts';
import { guarded } from '../guarded.ts';
import { openMethod } from '../method.ts';
import { newRecoveryToken } from '../secrets.ts';
import { hour } from '../../../src/lib/durations.ts';

const input = z.object({ TitleId: titleId, Email: email, EmailTemplateId: z.string().nullish() });

/** Sends a new link that is valid for one hour, and revokes an earlier one. Returns when the mail is queued. */
export const sendAccountRecoveryEmail = openMethod(
  '/Client/SendAccountRecoveryEmail',
  input,
  async (context, request, ip) => {
    await guarded(context, 'recover', { ip, email: request.Email });
    const templateId = request.EmailTemplateId ?? context.recoveryTemplates[0];
    if (templateId === undefined || !context.recoveryTemplates.includes(templateId)) {
      throw new PlayfabError('EmailTemplateMissing');
    }
    const player = await context.players.find('email', request.Email);
    if (player === undefined || player.email === null) throw new PlayfabError('AccountNotFound');
    const token = newRecoveryToken();
    await context.recoveries.replace(player.playfab_id, token, new Date(context.clock.now().getTime() + hour));
    await context.sendRecoveryMail({ email: player.email, token, templateId, ip });
    return {};
  },
);
