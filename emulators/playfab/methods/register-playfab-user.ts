import { z } from 'zod';
import { PlayfabError } from '../errors.ts';
import { email, password, passwordRule, titleId } from '../fields.ts';
import { registerResult } from '../formatters.ts';
import { guarded } from '../guarded.ts';
import { openMethod } from '../method.ts';
import { newPlayer } from '../new-player.ts';
import { openSession } from '../open-session.ts';
import { hashPassword } from '../passwords.ts';

const input = z
  .object({
    TitleId: titleId,
    Email: email.nullish(),
    Password: password,
    Username: z
      .string()
      .regex(/^[A-Za-z0-9]{3,20}$/, 'Username must be between 3 and 20 letters or digits.')
      .nullish(),
    RequireBothUsernameAndEmail: z.boolean().nullish(),
  })
  .superRefine((request, refuse) => {
    // PlayFab requires both unless the field is false. Then one of the two is enough.
    const both = request.RequireBothUsernameAndEmail !== false;
    const hasEmail = typeof request.Email === 'string';
    const hasUsername = typeof request.Username === 'string';
    if (!hasEmail && (both || !hasUsername)) {
      refuse.addIssue({ code: 'custom', path: ['Email'], message: 'The Email field is required.' });
    }
    if (both && !hasUsername) {
      refuse.addIssue({ code: 'custom', path: ['Username'], message: 'The Username field is required.' });
    }
  });

/**
 * Registers a player. Like PlayFab, it reports invalid fields as InvalidParams, not as InvalidEmailAddress or
 * InvalidPassword.
 */
export const registerPlayfabUser = openMethod('/Client/RegisterPlayFabUser', input, async (context, request, ip) => {
  const address = request.Email ?? null;
  const username = request.Username?.toLowerCase() ?? null;
  const account = address === null ? { person: username ?? '' } : { email: address };
  await guarded(context, 'register', { ip, ...account });
  if (request.Password.length < context.minPassword) {
    throw new PlayfabError('InvalidParams', { details: { Password: [passwordRule(context.minPassword)] } });
  }
  const emailTaken = new PlayfabError('EmailAddressNotAvailable', {
    details: { Email: ['Email address already exists. '] },
  });
  if (address !== null) {
    if ((await context.players.find('email', address)) !== undefined) throw emailTaken;
    if (await context.players.isBeingDeleted(address, context.clock.now())) throw new PlayfabError('AccountDeleted');
  }
  if (username !== null && (await context.players.find('username', username)) !== undefined) {
    throw new PlayfabError('UsernameNotAvailable', { details: { Username: ['User name already exists.'] } });
  }
  const passwordHash = await hashPassword(request.Password, context.passwordCost);
  const player = newPlayer(context, { origination: 'Organic', email: address, username, passwordHash });
  if (!(await context.players.add(player))) throw emailTaken;
  return registerResult(context.titleId, await openSession(context, player, 'PlayFab'));
});
