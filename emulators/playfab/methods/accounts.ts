import { z } from 'zod';
import { minute } from '../../../src/lib/time.ts';
import { PlayfabError } from '../errors.ts';
import { accountInfo, playerProfile } from '../formatters.ts';
import { email, emailAddress, type Method, opaqueId, playerMethod, required, serverMethod } from '../method.ts';

const playfabId = z.object({ PlayFabId: required('PlayFabId') });
const address = z.object({ Email: email });

export const getUserAccountInfo = serverMethod('/Server/GetUserAccountInfo', playfabId, async (context, request) => {
  const player = await context.players.get('playfab_id', request.PlayFabId, context.clock.now());
  return { UserInfo: accountInfo(player) };
});

/** PlayFab also accepts a PlayFabId, a name or a user name here. */
export const findUserAccountInfo = serverMethod('/Admin/GetUserAccountInfo', address, async (context, request) => {
  const player = await context.players.get('email', request.Email, context.clock.now());
  return { UserInfo: accountInfo(player) };
});

const combinedInfo = z.object({
  PlayFabId: required('PlayFabId'),
  InfoRequestParameters: z.record(z.string(), z.unknown(), 'The InfoRequestParameters field is required.'),
});

/**
 * Returns only the parts that are asked for, also of the account: "All parameters default to false"
 * (https://learn.microsoft.com/rest/api/playfab/server/account-management/get-player-combined-info).
 */
export const getPlayerCombinedInfo = serverMethod(
  '/Server/GetPlayerCombinedInfo',
  combinedInfo,
  async ({ players, clock }, { PlayFabId, InfoRequestParameters: asked }) => {
    const player = await players.get('playfab_id', PlayFabId, clock.now());
    const parts = Object.entries(await players.gameData(PlayFabId)).filter(([name]) => asked[`Get${name}`] === true);
    const InfoResultPayload = {
      ...(asked['GetUserAccountInfo'] === true && { AccountInfo: accountInfo(player) }),
      ...Object.fromEntries(parts),
    };
    return { PlayFabId, InfoResultPayload };
  },
);

const contactOnly = z.object({ ProfileConstraints: z.strictObject({ ShowContactEmailAddresses: z.literal(true) }) });

/** Returns the contact address of the caller. PlayFab returns other parts, and other players' profiles, too. */
export const getPlayerProfile = playerMethod(
  '/Client/GetPlayerProfile',
  contactOnly,
  async ({ titleId }, _, player) => ({
    PlayerProfile: playerProfile(titleId, player),
  }),
);

/**
 * Sets the contact address. PlayFab does not say whether the same address keeps its verification; here every call
 * begins it again (https://learn.microsoft.com/rest/api/playfab/client/account-management/add-or-update-contact-email).
 */
export const addOrUpdateContactEmail = playerMethod(
  '/Client/AddOrUpdateContactEmail',
  z.object({ EmailAddress: emailAddress('EmailAddress') }),
  async ({ players }, request, player) => {
    await players.setContact(player.playfab_id, request.EmailAddress);
    return {};
  },
);

/** PlayFab says "some time"; its shorter deletion of a title's player takes "several minutes or more". */
const deletionDuration = 5 * minute;

/**
 * Deletes the account. Until PlayFab has deleted everything, calls for the account and registrations with its address
 * fail with AccountDeleted
 * (https://learn.microsoft.com/rest/api/playfab/admin/account-management/delete-master-player-account).
 */
export const deleteMasterPlayerAccount = serverMethod(
  '/Admin/DeleteMasterPlayerAccount',
  playfabId,
  async ({ players, clock }, request) => {
    const now = clock.now();
    const player = await players.get('playfab_id', request.PlayFabId, now);
    await players.remove(player, new Date(now.getTime() + deletionDuration));
    return {};
  },
);

const device = { claimed: 'LinkedDeviceAlreadyClaimed', notLinked: 'DeviceNotLinked' } as const;
const custom = { claimed: 'LinkedIdentifierAlreadyClaimed', notLinked: 'CustomIdNotLinked' } as const;
/** The kinds of ids. `name` is the end of the names of both methods. */
const linkedIds = [
  { name: 'CustomID', field: 'CustomId', kind: 'custom', ...custom },
  { name: 'IOSDeviceID', field: 'DeviceId', kind: 'ios', ...device },
  { name: 'AndroidDeviceID', field: 'AndroidDeviceId', kind: 'android', ...device },
] as const;

/** `LinkCustomID`, `UnlinkCustomID`, and the same for the two kinds of devices. */
export const linkedIdMethods: readonly Method[] = linkedIds.flatMap(({ name, field, kind, claimed, notLinked }) => {
  const given = z.object({ [field]: opaqueId(field) });
  const named = z.object({ [field]: z.string().nullish() });
  return [
    playerMethod(`/Client/Link${name}`, given, async ({ links, clock }, request, { playfab_id: owner }) => {
      const id = z.string().parse(request[field]);
      if (!(await links.link(kind, id, owner, clock.now()))) throw new PlayfabError(claimed);
      return {};
    }),
    playerMethod(`/Client/Unlink${name}`, named, async ({ links }, request, { playfab_id: owner }) => {
      if (!(await links.unlink(kind, request[field], owner))) throw new PlayfabError(notLinked);
      return {};
    }),
  ];
});
