import type { EmulatorDatabase } from '../create-tables.ts';
import { createPlayfabSchema, type PlayfabTables } from './schema.ts';
import { credentialsStore, linksStore, playersStore, recoveriesStore } from './store.ts';

export type GuardedAction = 'login' | 'register' | 'recover';
/** The keys of a rate limit. `ip` is the client's address; `person` is the digest of a custom id. */
export type GuardKeys = { ip: string; email?: string; person?: string };

/** A recovery mail. `email` is the contact address, not the typed login; `ip` is the address of the client. */
export type RecoveryMail = { email: string; token: string; templateId: string; ip: string };

export type PlayfabOptions = {
  database: EmulatorDatabase;
  clock: { now(): Date };
  titleId: string;
  /** The required value of `X-SecretKey`. */
  secretKey: string;
  /** The minimum length of a password. PlayFab's own minimum is 6. */
  minPassword: number;
  /** Returns the address of a registered function, or null if no function has this name. */
  functionUrl(name: string): string | null;
  /** The ids of the title's mail templates for account recovery. */
  recoveryTemplates: readonly string[];
  /** Queues the mail. It must resolve only when the mail cannot be lost any more. */
  sendRecoveryMail(mail: RecoveryMail): Promise<void>;
  /** Returns the seconds to wait, or null if the attempt is allowed. The emulator calls it before any other check. */
  guard?(action: GuardedAction, keys: GuardKeys): Promise<{ retryAfter: number } | null>;
  fetch?: typeof fetch;
};

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
  const credentials = credentialsStore(database);
  await credentials.forgetExpired(options.clock.now());
  return {
    ...options,
    fetch: options.fetch ?? fetch,
    players: playersStore(database),
    links: linksStore(database),
    credentials,
    recoveries: recoveriesStore(database),
  };
};
