import { z } from 'zod';
import { PlayfabError } from '../errors.ts';
import { password, passwordRule, required } from '../fields.ts';
import { serverMethod } from '../method.ts';
import { hashPassword } from '../passwords.ts';
import { playerOfRecovery } from '../recovery.ts';

const input = z.object({ Token: required('Token'), Password: password });

/** Sets a new password with a recovery token. Exactly one of two simultaneous calls with the same token succeeds. */
export const resetPassword = serverMethod('/Admin/ResetPassword', input, async (context, request) => {
  const playfabId = await playerOfRecovery(context, request.Token);
  const player = await context.players.find('playfab_id', playfabId);
  if (!player?.contact_email) throw new PlayfabError('NoContactEmailAddressFound');
  if (request.Password.length < context.minPassword) {
    throw new PlayfabError('InvalidParams', { details: { Password: [passwordRule(context.minPassword)] } });
  }
  const passwordHash = await hashPassword(request.Password, context.passwordCost);
  if (!(await context.recoveries.spend(request.Token, passwordHash, context.clock.now()))) {
    throw new PlayfabError('AuthTokenAlreadyUsedToResetPassword');
  }
  return {};
});
