import { z } from 'zod';
import { PlayfabError } from '../errors.ts';
import { email, password, titleId } from '../fields.ts';
import { guarded } from '../guarded.ts';
import { loginResult } from '../formatters.ts';
import { openMethod } from '../method.ts';
import { openSession } from '../open-session.ts';
import { passwordMatches } from '../passwords.ts';

const input = z.object({ TitleId: titleId, Email: email, Password: password });

/** Signs a player in. An unknown address is AccountNotFound, as in PlayFab; the portal hides the difference. */
export const loginWithEmailAddress = openMethod(
  '/Client/LoginWithEmailAddress',
  input,
  async (context, request, ip) => {
    await guarded(context, 'login', { ip, email: request.Email });
    const player = await context.players.get('email', request.Email, context.clock.now());
    if (player.password_hash === null || !(await passwordMatches(player.password_hash, request.Password))) {
      throw new PlayfabError('InvalidEmailOrPassword');
    }
    return loginResult(context.titleId, await openSession(context, player, 'PlayFab'), { newlyCreated: false });
  },
);
