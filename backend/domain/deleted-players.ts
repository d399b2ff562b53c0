import type { Database } from '../db/database.ts';
import { deletedPlayersRepository } from '../store/deleted-players.repository.ts';
import { hashSecret } from './secrets.ts';

/** For as long as PlayFab may know a player after it was told to forget him, and more: see `retention`. */
export const deletedPlayers = (database: Database) => {
  const rows = deletedPlayersRepository(database);
  return {
    /** @param names the PlayFab id and our user id; only their digests stay. */
    remember: (names: string[], now: Date): Promise<void> => rows.add(names.map(hashSecret), now),
    /** Those of the names that are not of somebody who deleted the account. */
    without: async (names: string[]): Promise<string[]> => {
      const deleted = await rows.among(names.map(hashSecret));
      return names.filter((name) => !deleted.has(hashSecret(name)));
    },
  };
};
