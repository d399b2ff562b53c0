import type { Player } from './store.ts';
import type { Context } from './context.ts';
import { newEntityToken, newSessionTicket } from './secrets.ts';
import type { IdentityProvider } from './schema.ts';
import { day } from '../../src/lib/time.ts';

// Only this file builds PlayFab's JSON, because rows and responses have different formats. The formats are those of
// PlayFab/API_Specs @06336e3: LoginResult, RegisterPlayFabUserResult, UserAccountInfo, EntityKey.

export const entityKey = (titleId: string, owner: Player | null) => {
  const type = owner === null ? 'title' : 'title_player_account';
  return { Id: owner?.title_player_id ?? titleId, Type: type, TypeString: type };
};

export const lineage = (titleId: string, owner: Player | null) => ({
  TitleId: titleId,
  ...(owner && { MasterPlayerAccountId: owner.playfab_id, TitlePlayerAccountId: owner.title_player_id }),
});

export const entityTokenResponse = (titleId: string, owner: Player | null, { token, expiresAt }: EntityToken) => ({
  EntityToken: token,
  TokenExpiration: expiresAt.toISOString(),
  Entity: entityKey(titleId, owner),
});

/** Returns the result of a registration, and a part of that of a login. Without `EntityToken` the SDK throws before it calls its callback. */
export const registerResult = (titleId: string, { player, ticket, entityToken }: OpenSession) => ({
  PlayFabId: player.playfab_id,
  SessionTicket: ticket,
  SettingsForUser: { NeedsAttribution: false, GatherDeviceInfo: true, GatherFocusInfo: true },
  EntityToken: entityTokenResponse(titleId, player, entityToken),
});

export const loginResult = (titleId: string, opened: OpenSession, { newlyCreated }: { newlyCreated: boolean }) => ({
  ...registerResult(titleId, opened),
  NewlyCreated: newlyCreated,
});

/** Returns the profile that a client may read. `Name` is null, as in PlayFab's examples. Addresses stay unverified. */
export const playerProfile = (titleId: string, { playfab_id, contact_email }: Player) => ({
  TitleId: titleId,
  PlayerId: playfab_id,
  ...(contact_email !== null && {
    ContactEmailAddresses: [{ Name: null, EmailAddress: contact_email, VerificationStatus: 'Unverified' }],
  }),
});

/** Returns an account without `CustomIdInfo` and the device ids, because linked ids are stored as digests only. */
export const accountInfo = ({ playfab_id, email }: Player) => ({
  PlayFabId: playfab_id,
  PrivateInfo: email === null ? {} : { Email: email },
});

/** The lifetime of PlayFab's tickets and entity tokens, in milliseconds. */
const lifetime = day;

/** The owner of a ticket or token, and how the player logged in. The player is null for the title itself. */
export type Principal = { player: Player | null; provider: IdentityProvider };
export const titlePrincipal: Principal = { player: null, provider: 'Unknown' };

export type EntityToken = { token: string; expiresAt: Date };
export type OpenSession = { player: Player; ticket: string; entityToken: EntityToken };

/** Issues an entity token for a player, or for the title itself if `player` is null. */
export const issueEntityToken = async (context: Context, { player, provider }: Principal): Promise<EntityToken> => {
  const now = context.clock.now();
  const issued = { token: newEntityToken(), expiresAt: new Date(now.getTime() + lifetime) };
  const { token: secret, expiresAt } = issued;
  const playfabId = player?.playfab_id ?? null;
  await context.credentials.add({ kind: 'entity', secret, playfabId, provider, expiresAt });
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
  await context.credentials.add({ kind: 'ticket', secret: ticket, playfabId, provider, expiresAt });
  const entityToken = await issueEntityToken(context, { player, provider });
  return { player, ticket, entityToken };
};
