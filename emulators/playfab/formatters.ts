import type { Player } from './store.ts';
import type { Context } from './context.ts';
import { newEntityToken, newSessionTicket } from './secrets.ts';
import type { CredentialKind, IdentityProvider } from './schema.ts';
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

/**
 * Returns the result of a registration, and a part of that of a login. Without `EntityToken` the SDK throws before it
 * calls its callback.
 */
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

const issue = async (
  { clock, credentials }: Context,
  kind: CredentialKind,
  token: string,
  { player, provider }: Principal,
): Promise<EntityToken> => {
  const expiresAt = new Date(clock.now().getTime() + lifetime);
  await credentials.add({ kind, secret: token, playfabId: player?.playfab_id ?? null, provider, expiresAt });
  return { token, expiresAt };
};

/** Issues an entity token for a player, or for the title itself if `player` is null. */
export const issueEntityToken = (context: Context, principal: Principal): Promise<EntityToken> =>
  issue(context, 'entity', newEntityToken(), principal);

export const openSession = async (
  context: Context,
  player: Player,
  provider: IdentityProvider,
): Promise<OpenSession> => {
  const ticket = newSessionTicket(player.playfab_id, context.titleId);
  await issue(context, 'ticket', ticket, { player, provider });
  return { player, ticket, entityToken: await issueEntityToken(context, { player, provider }) };
};
