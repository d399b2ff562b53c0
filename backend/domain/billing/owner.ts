import { defaultLanguage } from '../../../src/contracts/language.ts';
import type { Database } from '../../db/database.ts';
import { type User, usersRepository } from '../../store/users.repository.ts';
import { deletedPlayers } from '../deleted-players.ts';

/** The buyer of a subscription, as our checkout stored it at Stripe. */
export type Buyer = { userId: string; playfabId: string | null };

/**
 * Returns the owner of a subscription, locked until the transaction ends. A paying user without a row, who did not
 * delete the account, signed up after the backup that was restored: the record is created again under its old id, so
 * that the next sign-in finds the subscription. An ended subscription creates no record, because its owner may have
 * left long ago.
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
