import type { Context } from './context.ts';
import { newEntityToken, newSessionTicket } from './secrets.ts';
import type { Player } from './store/players.ts';
import { day } from '../../src/lib/durations.ts';

/** The lifetime of PlayFab's tickets and entity tokens, in milliseconds. */
const lifetime = day;

export type EntityToken = { token: string; expiresAt: Date };
/** A new session. `player` is the row before this login, so it contains the time of the previous login. */
export type OpenSession = { player: Player; ticket: string; entityToken: EntityToken };

/** Issues an entity token for a player, or for the title itself if `player` is null. */
export const issueEntityToken = async (context: Context, player: Player | null): Promise<EntityToken> => {
  const now = context.clock.now();
  const issued = { token: newEntityToken(), expiresAt: new Date(now.getTime() + lifetime) };
  await context.credentials.add('entity', issued.token, player?.playfab_id ?? null, issued.expiresAt, now);
  return issued;
};

export const openSession = async (context: Context, player: Player): Promise<OpenSession> => {
  const now = context.clock.now();
  const ticket = newSessionTicket(player.playfab_id, context.titleId);
  await context.credentials.add('ticket', ticket, player.playfab_id, new Date(now.getTime() + lifetime), now);
  const entityToken = await issueEntityToken(context, player);
  await context.players.loggedIn(player.playfab_id, now);
  return { player, ticket, entityToken };
};
