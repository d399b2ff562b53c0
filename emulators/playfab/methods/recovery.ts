import { z } from 'zod';
import type { Context } from '../context.ts';
import { PlayfabError } from '../errors.ts';
import { email, password, passwordRule, required, guarded, openMethod, serverMethod } from '../method.ts';
import { hashPassword, newRecoveryToken } from '../secrets.ts';
import { minute } from '../../../src/lib/time.ts';

const tokenShape = /^[A-Za-z0-9_-]{43}$/;

/** Returns the player of a recovery token. @throws PlayfabError when it is malformed, unknown, expired or used. */
const playerOfRecovery = async (context: Context, token: string): Promise<string> => {
  if (!tokenShape.test(token)) throw new PlayfabError('InvalidAuthToken');
  const recovery = await context.recoveries.read(token, context.clock.now());
  switch (recovery.state) {
    case 'valid':
      return recovery.playfabId;
    case 'used':
      throw new PlayfabError('AuthTokenAlreadyUsedToResetPassword');
    case 'expired':
      throw new PlayfabError('AuthTokenExpired');
    case 'unknown':
      throw new PlayfabError('AuthTokenDoesNotExist');
  }
};

const recoveryRequest = z.object({ Email: email, EmailTemplateId: z.string().nullish() });

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
  recoveryRequest,
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

const mailedToken = z.object({ Token: required('Token'), TokenType: z.literal('Email') });

/**
 * Returns the player of a recovery token without consuming the token. PlayFab documents one error, also for an expired
 * token (https://learn.microsoft.com/rest/api/playfab/admin/account-management/get-player-id-from-auth-token).
 */
export const getPlayerIdFromAuthToken = serverMethod(
  '/Admin/GetPlayerIdFromAuthToken',
  mailedToken,
  async (context, request) => {
    const playfabId = await playerOfRecovery(context, request.Token).catch((error: unknown) => {
      throw error instanceof PlayfabError ? new PlayfabError('AuthTokenDoesNotExist') : error;
    });
    return { PlayFabId: playfabId };
  },
);

const newPassword = z.object({ Token: required('Token'), Password: password });

/** Sets a new password with a recovery token. Exactly one of two simultaneous calls with the same token succeeds. */
export const resetPassword = serverMethod('/Admin/ResetPassword', newPassword, async (context, request) => {
  const playfabId = await playerOfRecovery(context, request.Token);
  const player = await context.players.find('playfab_id', playfabId);
  if (!player?.contact_email) throw new PlayfabError('NoContactEmailAddressFound');
  if (request.Password.length < context.minPassword) {
    throw new PlayfabError('InvalidParams', { details: { Password: [passwordRule(context.minPassword)] } });
  }
  const passwordHash = await hashPassword(request.Password);
  if (!(await context.recoveries.spend(request.Token, passwordHash, context.clock.now()))) {
    throw new PlayfabError('AuthTokenAlreadyUsedToResetPassword');
  }
  return {};
});
