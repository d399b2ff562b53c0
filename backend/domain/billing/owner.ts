import { defaultLanguage } from '../../../src/contracts/language.ts';
import type { Database } from '../../db/database.ts';
import { type User, usersRepository } from '../../store/users.repository.ts';
import { deletedPlayers } from '../deleted-players.ts';

/** Whom a subscription names, as our checkout wrote it down at Stripe. */
export type Buyer = { userId: string; playfabId: string | null };

/**
 * Whose a subscription is, locked until the transaction ends. Somebody of whom no row tells, who did not leave and who
 * pays, came after an older copy was taken that has the place of newer rows now: the record is made anew under its old
 * id, so that the next sign-in finds what was paid. What has ended brings nobody back: who left long ago has no more.
 */
export const findOwner = async (
  trx: Database,
  { userId, playfabId, pays }: Buyer & { pays: boolean },
  now: Date,
): Promise<User | 'left' | 'unknown'> => {
  const users = usersRepository(trx);
  const known = await users.lock(userId);
  if (known !== null) return known;
  const names = playfabId === null ? [userId] : [userId, playfabId];
  if ((await deletedPlayers(trx).without(names)).length < names.length) return 'left';
  if (playfabId === null) return 'unknown';
  const other = await users.ofPlayfabId(playfabId);
  if (other === null && !pays) return 'unknown';
  const lost = { id: userId, playfabId, language: defaultLanguage, createdAt: now };
  const { id } = other ?? (await users.record(lost)) ?? lost;
  return (await users.lock(id)) ?? 'unknown';
};
