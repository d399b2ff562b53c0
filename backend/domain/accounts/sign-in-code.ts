import type { PlayfabGateway } from '../../gateways/playfab.ts';
import type { User } from '../../store/accounts.repository.ts';
import type { Clock } from '../clock.ts';
import type { Limits } from '../limits/limits.ts';
import { Refusal } from '../refusal.ts';
import { hashSecret, isOneOf, randomCode } from '../secrets.ts';
import { codeText } from '../../../src/contracts/typed-text.ts';
import { hour } from '../../../src/lib/time.ts';

/** Returns one of 850 billion codes. A code opens nothing without a login at PlayFab. */
export const newSignInCode = (): string => randomCode(4);

/** Digests the code together with the user's id, so that equal codes of two people are stored differently. */
export const hashSignInCode = (userId: string, code: string): string =>
  hashSecret(`${userId} ${codeText(code).replace(/[^0-9A-Z]/g, '')}`);

/** The proof of a sign-in that a page sends. `ip` is the client's address, for the limit of guesses. */
export type ReceivedProof = { ip: string; ticket?: string | undefined; code?: string | undefined };

/** A ticket is valid for 24 hours. One more hour allows for clocks that differ. */
const longestTicket = 25 * hour;

export type RequireProof = (user: User, proof: ReceivedProof) => Promise<void>;

/**
 * Creates the check of a sign-in after a password reset. PlayFab revokes nothing at a reset: an intruder's tickets last
 * for a day, entity tokens can be renewed without end, and with either, a new custom id can be linked at any time. So
 * the player whom PlayFab names is not enough. The sign-in needs one of these:
 * - the code from the mail about the reset;
 * - from 25 hours after the reset on, a valid session ticket of a login with the password. It was issued after the
 *   reset, so that login knew the new password.
 * @returns a function that throws Refusal SIGN_IN_CODE_REQUIRED, or TOO_MANY_REQUESTS after too many wrong codes.
 */
export const createRequireProof = (clock: Clock, playfab: PlayfabGateway, limits: Limits): RequireProof => {
  const hasCode = async ({ id, signInCodeHash }: User, { ip, code }: ReceivedProof): Promise<boolean> => {
    if (code === undefined || signInCodeHash === null) return false;
    // Compared first: an intruder's guesses never lock the owner out, and the code is too long to be guessed.
    if (isOneOf(hashSignInCode(id, code), [signInCodeHash])) return true;
    await limits.admit('sign-in-code', { ip, person: id });
    return false;
  };

  const hasLoggedInSince = async (resetAt: Date, { playfabId }: User, { ticket }: ReceivedProof): Promise<boolean> => {
    if (ticket === undefined || clock.now().getTime() < resetAt.getTime() + longestTicket) return false;
    const login = await playfab.loginOfTicket(ticket);
    return login !== null && login.playfabId === playfabId && login.provider === 'PlayFab';
  };

  return async (user, proof) => {
    const { passwordResetAt } = user;
    if (passwordResetAt === null) return;
    if ((await hasCode(user, proof)) || (await hasLoggedInSince(passwordResetAt, user, proof))) return;
    throw new Refusal('SIGN_IN_CODE_REQUIRED');
  };
};
