import type { PlayfabOptions } from './options.ts';
import { createPlayfabSchema, type PlayfabTables } from './schema.ts';
import { credentialsStore } from './store/credentials.ts';
import { linksStore } from './store/links.ts';
import { playersStore } from './store/players.ts';
import { recoveriesStore } from './store/recoveries.ts';

/** The options and stores that every method uses. */
export type Context = Omit<PlayfabOptions, 'database' | 'fetch'> & {
  fetch: typeof fetch;
  players: ReturnType<typeof playersStore>;
  links: ReturnType<typeof linksStore>;
  credentials: ReturnType<typeof credentialsStore>;
  recoveries: ReturnType<typeof recoveriesStore>;
};

export const createContext = async (options: PlayfabOptions): Promise<Context> => {
  const database = options.database.$extendTables<PlayfabTables>();
  await createPlayfabSchema(database);
  return {
    ...options,
    fetch: options.fetch ?? fetch,
    players: playersStore(database),
    links: linksStore(database),
    credentials: credentialsStore(database),
    recoveries: recoveriesStore(database),
  };
};
