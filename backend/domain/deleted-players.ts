import type { Database } from '../db/database.ts';
import { deletedPlayersRepository } from '../store/deleted-players.repository.ts';
import { hashSecret } from './secrets.ts';

/** Remembers deleted players for longer than PlayFab may know a player after the deletion: see `retention`. */
export const deletedPlayers = (database: Database) => {
  const rows = deletedPlayersRepository(database);
  return {
    /** @param names the PlayFab id and our user id; only their digests are stored. */
    remember: (names: string[], now: Date): Promise<void> => rows.add(names.map(hashSecret), now),
    /** Returns the names that do not belong to a deleted account. */
    without: async (names: string[]): Promise<string[]> => {
      const deleted = await rows.among(names.map(hashSecret));
      return names.filter((name) => !deleted.has(hashSecret(name)));
    },
  };
};
