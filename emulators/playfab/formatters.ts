import { day } from '../../src/lib/time.ts';
import type { Context } from './method.ts';
import { newEntityToken, newSessionTicket } from './secrets.ts';
import type { CredentialKind, IdentityProvider, Player, Principal } from './store.ts';

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

export const titlePrincipal: Principal = { player: null, provider: 'Unknown' };

/** Stores the digest of a ticket or token. @returns when it ends */
const issue = async (
  { clock, credentials }: Context,
  kind: CredentialKind,
  secret: string,
  { player, provider }: Principal,
): Promise<Date> => {
  const expiresAt = new Date(clock.now().getTime() + lifetime);
  await credentials.add({ kind, secret, playfabId: player?.playfab_id ?? null, provider, expiresAt });
  return expiresAt;
};

/** Issues an entity token for a player, or for the title itself if `player` is null. */
export const issueEntityToken = async (context: Context, principal: Principal) => {
  const EntityToken = newEntityToken();
  const end = await issue(context, 'entity', EntityToken, principal);
  return { EntityToken, TokenExpiration: end.toISOString(), Entity: entityKey(context.titleId, principal.player) };
};

/**
 * Opens a session. Returns the result of a registration, and a part of that of a login. Without `EntityToken` the SDK
 * throws before it calls its callback.
 */
export const openSession = async (context: Context, player: Player, provider: IdentityProvider) => {
  const SessionTicket = newSessionTicket(player.playfab_id, context.titleId);
  await issue(context, 'ticket', SessionTicket, { player, provider });
  return {
    PlayFabId: player.playfab_id,
    SessionTicket,
    SettingsForUser: { NeedsAttribution: false, GatherDeviceInfo: true, GatherFocusInfo: true },
    EntityToken: await issueEntityToken(context, { player, provider }),
  };
};
