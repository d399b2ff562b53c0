import type { Context } from './context.ts';
import { newEntityToken, newSessionTicket } from './secrets.ts';
import type { Player } from './store/players.ts';

/** PlayFab's tickets and entity tokens live a day. */
const life = 24 * 60 * 60 * 1_000;

export type EntityToken = { token: string; expiresAt: Date };
/** `player` is the state before this login, so it contains the time of the last one. */
export type OpenSession = { player: Player; ticket: string; entityToken: EntityToken };

/** `player` null is the title itself. */
export const issueEntityToken = async (context: Context, player: Player | null): Promise<EntityToken> => {
  const now = context.clock.now();
  const issued = { token: newEntityToken(), expiresAt: new Date(now.getTime() + life) };
  await context.credentials.add('entity', issued.token, player?.playfab_id ?? null, issued.expiresAt, now);
  return issued;
};

export const openSession = async (context: Context, player: Player): Promise<OpenSession> => {
  const now = context.clock.now();
  const ticket = newSessionTicket(player.playfab_id, context.titleId);
  await context.credentials.add('ticket', ticket, player.playfab_id, new Date(now.getTime() + life), now);
  const entityToken = await issueEntityToken(context, player);
  await context.players.loggedIn(player.playfab_id, now);
  return { player, ticket, entityToken };
};
