import { z } from 'zod';
import { minute } from '../../../src/lib/time.ts';
import { PlayfabError } from '../errors.ts';
import { openSession } from '../formatters.ts';
import {
  type Context,
  email,
  guarded,
  opaqueId,
  openMethod,
  password,
  required,
  requireLength,
  serverMethod,
} from '../method.ts';
import { digest, hashPassword, newRecoveryToken, passwordMatches } from '../secrets.ts';
import { newPlayer } from '../store.ts';

const registration = z
  .object({ Email: email, Password: password, RequireBothUsernameAndEmail: z.boolean().nullish() })
  .superRefine(({ RequireBothUsernameAndEmail: both }, refuse) => {
    // PlayFab requires a user name unless the field is false. The emulator has no user names.
    if (both === false) return;
    refuse.addIssue({ code: 'custom', path: ['Username'], message: 'The Username field is required.' });
  });

/** Registers a player. Like PlayFab, it reports invalid fields as InvalidParams, not as InvalidEmailAddress. */
export const registerPlayfabUser = openMethod(
  '/Client/RegisterPlayFabUser',
  registration,
  async (context, request, ip) => {
    const { Email: address } = request;
    await guarded(context, 'register', { ip, email: address });
    requireLength(context, request.Password);
    const emailTaken = new PlayfabError('EmailAddressNotAvailable', {
      details: { Email: ['Email address already exists. '] },
    });
    if ((await context.players.find('email', address)) !== undefined) throw emailTaken;
    if (await context.players.isBeingDeleted(address, context.clock.now())) throw new PlayfabError('AccountDeleted');
    const player = newPlayer(address, await hashPassword(request.Password));
    if ((await context.players.add([player])) === 0) throw emailTaken;
    return openSession(context, player, 'PlayFab');
  },
);

const emailLogin = z.object({ Email: email, Password: password });

/** Signs a player in. An unknown address is AccountNotFound, as in PlayFab; the portal hides the difference. */
export const loginWithEmailAddress = openMethod(
  '/Client/LoginWithEmailAddress',
  emailLogin,
  async (context, request, ip) => {
    await guarded(context, 'login', { ip, email: request.Email });
    const player = await context.players.get('email', request.Email, context.clock.now());
    if (player.password_hash === null || !(await passwordMatches(player.password_hash, request.Password))) {
      throw new PlayfabError('InvalidEmailOrPassword');
    }
    return { ...(await openSession(context, player, 'PlayFab')), NewlyCreated: false };
  },
);

const customIdLogin = z.object({ CustomId: opaqueId('CustomId'), CreateAccount: z.boolean().nullish() });

/** Signs a player in by a custom id. The id alone authenticates the player. */
export const loginWithCustomId = openMethod(
  '/Client/LoginWithCustomID',
  customIdLogin,
  async (context, request, ip) => {
    await guarded(context, 'login', { ip, person: digest(request.CustomId) });
    const holder = await context.links.holder('custom', request.CustomId);
    const known = holder === undefined ? undefined : await context.players.find('playfab_id', holder);
    if (known !== undefined) {
      await context.links.used('custom', request.CustomId, context.clock.now());
      return { ...(await openSession(context, known, 'Custom')), NewlyCreated: false };
    }
    if (request.CreateAccount !== true) throw new PlayfabError('AccountNotFound');
    const player = newPlayer(null, null);
    const now = context.clock.now();
    await context.players.add([player]);
    if (!(await context.links.link('custom', request.CustomId, player.playfab_id, now))) {
      // A concurrent call with the same id has already created the player.
      await context.players.remove(player, now);
      throw new PlayfabError('LinkedIdentifierAlreadyClaimed');
    }
    return { ...(await openSession(context, player, 'Custom')), NewlyCreated: true };
  },
);

const tokenShape = /^[A-Za-z0-9_-]{43}$/;

/** Returns the player of a recovery token. @throws PlayfabError when it is malformed, unknown, expired or used. */
const playerOfRecovery = async (context: Context, token: string): Promise<string> => {
  if (!tokenShape.test(token)) throw new PlayfabError('InvalidAuthToken');
  return context.recoveries.player(token, context.clock.now());
};

const recoveryRequest = z.object({ Email: email, EmailTemplateId: z.string().nullish() });

/**
 * "The token expires after 30 minutes."
 * (https://learn.microsoft.com/rest/api/playfab/admin/account-management/reset-password)
 */
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
    if (!templateId || !context.recoveryTemplates.includes(templateId)) throw new PlayfabError('EmailTemplateMissing');
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
  requireLength(context, request.Password);
  const passwordHash = await hashPassword(request.Password);
  if (!(await context.recoveries.spend(request.Token, passwordHash, context.clock.now()))) {
    throw new PlayfabError('AuthTokenAlreadyUsedToResetPassword');
  }
  return {};
});
