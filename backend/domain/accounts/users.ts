import { z } from 'zod';
import type { Database } from '../../db/database.ts';
import type { PlayfabGateway } from '../../gateways/playfab.ts';
import { deletedPlayersRepository, sessionsRepository, usersRepository } from '../../store/accounts.repository.ts';
import { hashSecret, isOneOf, randomId } from '../secrets.ts';
import type { BindTokenArgument } from '../../../src/contracts/calls/servers.ts';
import type { Clock } from '../clock.ts';
import type { SecurityEvent, SecurityEvents } from '../events.ts';
import type { Limits } from '../limits/limits.ts';
import { Refusal } from '../refusal.ts';
import { sessionLifetimes } from './sessions.ts';

/** Remembers deleted players for longer than PlayFab may know a player after the deletion: see `retention`. */
export const deletedPlayers = (database: Database) => {
  const rows = deletedPlayersRepository(database);
  /** Returns the names that do not belong to a deleted account. */
  const without = async (names: string[]): Promise<string[]> => {
    const deleted = await rows.among(names.map(hashSecret));
    return names.filter((name) => !deleted.has(hashSecret(name)));
  };
  return {
    /** @param names the PlayFab id and our user id; only their digests are stored. */
    remember: (names: string[], now: Date): Promise<void> => rows.add(names.map(hashSecret), now),
    without,
    includes: async (name: string): Promise<boolean> => (await without([name])).length === 0,
  };
};

/** The part of PlayFab's function call that we read; the rest is ignored, so PlayFab may change it. */
const call = z.object({
  CallerEntityProfile: z.object({
    Entity: z.object({ Id: z.string().min(1), Type: z.literal('title_player_account') }),
    Lineage: z.object({ TitleId: z.string(), MasterPlayerAccountId: z.string().regex(/^[0-9A-F]{1,16}$/) }),
  }),
  TitleAuthenticationContext: z.object({ Id: z.string(), EntityToken: z.string().min(1).max(4096) }),
});

/**
 * Creates the check that a call comes from PlayFab. The post must contain one of our secrets (the second is valid while
 * the first is being replaced), act for a player of our title, and carry an entity token that PlayFab confirms as that
 * title's. The player's id is taken from the profile, never from the function's argument.
 */
export const createCaller = (
  playfab: PlayfabGateway,
  { titleId, secrets }: { titleId: string; secrets: readonly string[] },
  events: SecurityEvents,
) => {
  const refused = (reason: Extract<SecurityEvent, { kind: 'function-refused' }>['reason']): Refusal => {
    events.record({ kind: 'function-refused', reason });
    return new Refusal('UNAUTHORIZED');
  };

  return {
    /** @returns the PlayFab id of the calling player. @throws Refusal UNAUTHORIZED when any part does not match. */
    player: async (secret: unknown, body: unknown): Promise<string> => {
      if (typeof secret !== 'string' || !isOneOf(secret, secrets)) throw refused('secret');
      const posted = call.safeParse(body);
      if (!posted.success) throw refused('caller');
      const { CallerEntityProfile: profile, TitleAuthenticationContext: title } = posted.data;
      if (profile.Lineage.TitleId !== titleId || title.Id !== titleId) throw refused('caller');
      const speaker = await playfab.validateEntityToken(title.EntityToken);
      if (speaker === null || speaker.type !== 'title' || speaker.id !== titleId) throw refused('title-token');
      return profile.Lineage.MasterPlayerAccountId;
    },
  };
};

type BoundUser = { id: string; passwordWasReset: boolean };

export const createUsers = (database: Database, clock: Clock, limits: Limits, events: SecurityEvents) => ({
  /**
   * Creates or updates the record of a player whom PlayFab authenticated, and binds the token to it (the cloud
   * function).
   * It repairs an interrupted flow: an update without a record creates it, and a repeated call changes nothing.
   * @returns the portal's user id, and whether the password was ever reset: the activation then needs a proof.
   * @throws Refusal AccountNotFound while the account is being deleted and for thirty days after, TOKEN_EXPIRED when
   * the token belongs to another player.
   */
  bind: async (playfabId: string, argument: BindTokenArgument): Promise<BoundUser> => {
    await limits.admit('bind', { ip: '', person: playfabId });
    const newId = randomId();
    const bound = await database.transaction().execute(async (trx) => {
      const record = { id: newId, playfabId, language: argument.lang, createdAt: clock.now() };
      const user = await usersRepository(trx).record(record);
      // Read after the insert: an insert that waited for the end of a deletion sees its result.
      const isDeleted = await deletedPlayers(trx).includes(playfabId);
      if (user === null || isDeleted) throw new Refusal('AccountNotFound');
      const sessions = sessionsRepository(trx);
      // The record is locked now: it may have waited.
      const now = clock.now();
      const tokenHash = hashSecret(argument.token);
      const expiresAt = new Date(now.getTime() + sessionLifetimes.bound);
      await sessions.bind({ tokenHash, userId: user.id, chainStartedAt: now, expiresAt });
      if ((await sessions.find(tokenHash))?.userId !== user.id) throw new Refusal('TOKEN_EXPIRED');
      return { id: user.id, passwordWasReset: user.passwordResetAt !== null };
    });
    if (bound.id === newId) events.record({ kind: 'sign-up' });
    return bound;
  },
});
