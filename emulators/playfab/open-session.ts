import type { Context } from './context.ts';
import { newEntityToken, newSessionTicket } from './secrets.ts';
import type { IdentityProvider } from './schema.ts';
import type { Player } from './store/players.ts';
import { day } from '../../src/lib/durations.ts';

/** The lifetime of PlayFab's tickets and entity tokens, in milliseconds. */
const lifetime = day;

/** The owner of a ticket or token, and how the player logged in. The player is null for the title itself. */
export type Principal = { player: Player | null; provider: IdentityProvider };
export const titlePrincipal: Principal = { player: null, provider: 'Unknown' };

export type EntityToken = { token: string; expiresAt: Date };
/** A new session. `player` is the row before this login, so it contains the time of the previous login. */
export type OpenSession = { player: Player; ticket: string; entityToken: EntityToken };

/** Issues an entity token for a player, or for the title itself if `player` is null. */
export const issueEntityToken = async (context: Context, { player, provider }: Principal): Promise<EntityToken> => {
  const now = context.clock.now();
  const issued = { token: newEntityToken(), expiresAt: new Date(now.getTime() + lifetime) };
  const { token: secret, expiresAt } = issued;
  const playfabId = player?.playfab_id ?? null;
  await context.credentials.add({ kind: 'entity', secret, playfabId, provider, expiresAt }, now);
  return issued;
};

export const openSession = async (
  context: Context,
  player: Player,
  provider: IdentityProvider,
): Promise<OpenSession> => {
  const now = context.clock.now();
  const ticket = newSessionTicket(player.playfab_id, context.titleId);
  const expiresAt = new Date(now.getTime() + lifetime);
  const playfabId = player.playfab_id;
  await context.credentials.add({ kind: 'ticket', secret: ticket, playfabId, provider, expiresAt }, now);
  const entityToken = await issueEntityToken(context, { player, provider });
  await context.players.loggedIn(player.playfab_id, now);
  return { player, ticket, entityToken };
};
