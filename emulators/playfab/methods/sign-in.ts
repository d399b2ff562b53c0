import { z } from 'zod';
import { PlayfabError } from '../errors.ts';
import { email, opaqueId, password, passwordRule, guarded, openMethod } from '../method.ts';
import { loginResult, registerResult, openSession } from '../formatters.ts';
import { hashPassword, passwordMatches, digest, newPlayfabId } from '../secrets.ts';
import type { Player } from '../store.ts';

const newPlayer = (email: string | null, passwordHash: string | null): Player => ({
  playfab_id: newPlayfabId(),
  title_player_id: newPlayfabId(),
  email,
  password_hash: passwordHash,
  contact_email: null,
});

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
    if (request.Password.length < context.minPassword) {
      throw new PlayfabError('InvalidParams', { details: { Password: [passwordRule(context.minPassword)] } });
    }
    const emailTaken = new PlayfabError('EmailAddressNotAvailable', {
      details: { Email: ['Email address already exists. '] },
    });
    if ((await context.players.find('email', address)) !== undefined) throw emailTaken;
    if (await context.players.isBeingDeleted(address, context.clock.now())) throw new PlayfabError('AccountDeleted');
    const passwordHash = await hashPassword(request.Password);
    const player = newPlayer(address, passwordHash);
    if (!(await context.players.add(player))) throw emailTaken;
    return registerResult(context.titleId, await openSession(context, player, 'PlayFab'));
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
    return loginResult(context.titleId, await openSession(context, player, 'PlayFab'), { newlyCreated: false });
  },
);

const customIdLogin = z.object({
  CustomId: opaqueId('CustomId'),
  CreateAccount: z.boolean().nullish(),
});

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
      return loginResult(context.titleId, await openSession(context, known, 'Custom'), { newlyCreated: false });
    }
    if (request.CreateAccount !== true) throw new PlayfabError('AccountNotFound');
    const player = newPlayer(null, null);
    const now = context.clock.now();
    await context.players.add(player);
    if (!(await context.links.link('custom', request.CustomId, player.playfab_id, now))) {
      // A concurrent call with the same id has already created the player.
      await context.players.remove(player, now);
      throw new PlayfabError('LinkedIdentifierAlreadyClaimed');
    }
    return loginResult(context.titleId, await openSession(context, player, 'Custom'), { newlyCreated: true });
  },
);
