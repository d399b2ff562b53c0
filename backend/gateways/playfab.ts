import { z } from 'zod';
import { answerTo, jsonOf, jsonPost, type Reach, VendorError } from './vendor.ts';
import { minute } from '../../src/lib/time.ts';

export type PlayfabServer = Reach & {
  /** `https://<title id>.playfabapi.com`, or the emulator's address; no trailing slash. */
  baseUrl: string;
  titleId: string;
  secretKey: string;
};

/** PlayFab is unreachable, slow, overloaded or answers nonsense: retry later. Names the call, nothing that was sent. */
export class PlayfabUnavailable extends VendorError {}

const linkErrors: readonly string[] = [
  'InvalidAuthToken',
  'AuthTokenDoesNotExist',
  'AuthTokenExpired',
  'AuthTokenAlreadyUsedToResetPassword',
  // The link was sent before the contact address was removed.
  'NoContactEmailAddressFound',
];

/** Thrown when PlayFab refused a valid call. `error` is PlayFab's name for the reason. */
export class PlayfabRefusal extends VendorError {
  readonly error: string;
  readonly isAboutLink: boolean;

  constructor(call: string, error: string) {
    super(`${call}: ${error}`);
    this.error = error;
    this.isAboutLink = linkErrors.includes(error);
  }
}

const success = z.object({ code: z.literal(200), data: z.unknown() });
const refusal = z.object({ code: z.int().min(400).max(499), error: z.string().regex(/^\w{1,80}$/) });

/** Statuses of overload and timeouts, which are temporary and not a refusal. */
const passing = new Set([408, 429]);

/** Makes one call with a timeout. It does not retry, because only the caller knows what may be repeated. */
export const callPlayfab = async <Schema extends z.ZodType>(
  server: PlayfabServer,
  call: string,
  headers: Readonly<Record<string, string>>,
  body: object,
  schema: Schema,
): Promise<z.output<Schema>> => {
  const received = await answerTo(`${server.baseUrl}/${call}`, jsonPost(body, headers), server);
  const answer = jsonOf(received?.bytes.toString() ?? '');
  const refused = refusal.safeParse(answer);
  if (refused.success && !passing.has(refused.data.code)) throw new PlayfabRefusal(call, refused.data.error);
  const succeeded = success.safeParse(answer);
  const data = succeeded.success ? schema.safeParse(succeeded.data.data) : undefined;
  if (!data?.success) throw new PlayfabUnavailable(call);
  return data.data;
};

const nothing = z.looseObject({});
const player = z.object({ PlayFabId: z.string() });
const account = z.object({ UserInfo: z.object({ PrivateInfo: z.object({ Email: z.string().nullish() }).nullish() }) });
/** The parts of PlayFab's answer about a player. A call gets those that it asks for. */
const heldParts = [
  'UserAccountInfo',
  'UserData',
  'UserReadOnlyData',
  'PlayerStatistics',
  'UserInventory',
  'UserVirtualCurrency',
  'CharacterList',
  'PlayerProfile',
] as const;
/** A profile without options has the name only. */
const asking = (parts: readonly string[]) => ({
  ...Object.fromEntries(parts.map((part) => [`Get${part}`, true])),
  ProfileConstraints: { ShowContactEmailAddresses: true, ShowLocations: true },
});
/** An id of a device or a sign-up opens the account on its own, so none is read. */
const held = z.object({
  InfoResultPayload: z.object({
    AccountInfo: z
      .object({
        Created: z.string().nullish(),
        Username: z.string().nullish(),
        TitleInfo: z.record(z.string(), z.unknown()).nullish(),
        PrivateInfo: z.object({ Email: z.string().nullish() }).nullish(),
      })
      .optional(),
    ...Object.fromEntries(heldParts.map((part) => [part, z.unknown().optional()])),
  }),
});
type Held = z.output<typeof held>['InfoResultPayload'];
const foundPlayer = z.object({ UserInfo: z.object({ PlayFabId: z.string() }) });
const titleToken = z.object({ EntityToken: z.string(), TokenExpiration: z.iso.datetime({ offset: true }) });
const validated = z.object({
  Entity: z.object({ Id: z.string(), Type: z.string() }),
  IdentityProvider: z.string().nullish(),
  Lineage: z.object({ MasterPlayerAccountId: z.string().nullish() }).nullish(),
});
const exchanged = z.object({ EntityToken: z.string() });
const loggedIn = z.object({ SessionTicket: z.string() });

/** The calls that unlink an id. Without a body they unlink the id that signed in last. */
const unlinkCalls = ['Client/UnlinkCustomID', 'Client/UnlinkAndroidDeviceID', 'Client/UnlinkIOSDeviceID'] as const;
/** The errors by which PlayFab says that no id of this kind is linked. */
const notLinked: readonly string[] = ['AccountNotLinked', 'CustomIdNotLinked', 'DeviceNotLinked'];
/** More ids of one kind than any family has. It ends the loop if PlayFab never answers that none is left. */
const mostLinks = 50;

/** The time before its end at which a title token is renewed, in milliseconds. */
const margin = 5 * minute;

/** The errors by which PlayFab says that there is no such account, or that it is being deleted. */
const noAccount: readonly string[] = ['AccountNotFound', 'AccountDeleted'];

/** @throws every error except PlayFab's "no such account". */
const unlessUnknown = (error: unknown): null => {
  if (error instanceof PlayfabRefusal && noAccount.includes(error.error)) return null;
  throw error;
};

/** @throws every error except a refusal. */
const unlessRefused = (error: unknown): null => {
  if (error instanceof PlayfabRefusal) return null;
  throw error;
};

export type PlayfabGateway = ReturnType<typeof createPlayfabGateway>;

/**
 * Creates the server's calls to PlayFab, real or emulated: only the address and the key differ. Every method throws
 * `PlayfabUnavailable` when no answer arrives in time, and `PlayfabRefusal` when PlayFab refuses.
 */
export const createPlayfabGateway = (server: PlayfabServer) => {
  const withKey = { 'X-SecretKey': server.secretKey };
  /** Makes a call with the title's key. */
  const callWithKey = <Schema extends z.ZodType>(call: string, body: object, schema: Schema) =>
    callPlayfab(server, call, withKey, body, schema);
  const asTitle = { Entity: { Id: server.titleId, Type: 'title' } };
  let title: { token: string; renewAt: number } | undefined;

  const titleEntityToken = async (): Promise<string> => {
    if (title === undefined || title.renewAt <= Date.now()) {
      const issued = await callWithKey('Authentication/GetEntityToken', asTitle, titleToken);
      title = { token: issued.EntityToken, renewAt: Date.parse(issued.TokenExpiration) - margin };
    }
    return title.token;
  };

  const validateOnce = async (token: string) => {
    const headers = { 'X-EntityToken': await titleEntityToken() };
    return callPlayfab(server, 'Authentication/ValidateEntityToken', headers, { EntityToken: token }, validated);
  };

  /** Returns null when PlayFab does not know the token. */
  const validate = async (token: string) => {
    try {
      return await validateOnce(token);
    } catch (first) {
      if (!(first instanceof PlayfabRefusal)) throw first;
    }
    // PlayFab may have forgotten our own token, so the call is repeated once with a new one.
    title = undefined;
    return validateOnce(token).catch(unlessRefused);
  };

  const unlinkAll = async (call: (typeof unlinkCalls)[number], ticket: string): Promise<void> => {
    for (let count = 0; count < mostLinks; count += 1) {
      try {
        await callPlayfab(server, call, { 'X-Authorization': ticket }, {}, nothing);
      } catch (error) {
        if (error instanceof PlayfabRefusal && notLinked.includes(error.error)) return;
        throw error;
      }
    }
    throw new PlayfabUnavailable(call);
  };

  return {
    /** The PlayFabId of a mailed reset token. @throws PlayfabRefusal, `isAboutLink` when the link is not valid. */
    playerOfResetToken: async (token: string): Promise<string> => {
      const body = { Token: token, TokenType: 'Email' };
      return (await callWithKey('Admin/GetPlayerIdFromAuthToken', body, player)).PlayFabId;
    },

    /** Sets the password and uses the token up. @throws PlayfabRefusal, `isAboutLink` when the link is not valid. */
    resetPassword: async (token: string, password: string): Promise<void> => {
      await callWithKey('Admin/ResetPassword', { Token: token, Password: password }, nothing);
    },

    /** Deletes the whole account; an account that was deleted already is not an error. */
    deletePlayer: async (playfabId: string): Promise<void> => {
      const deleted = callWithKey('Admin/DeleteMasterPlayerAccount', { PlayFabId: playfabId }, nothing);
      await deleted.catch(unlessUnknown);
    },

    /** Returns null for an unknown player, or one without an address. */
    accountOf: async (playfabId: string): Promise<{ email: string } | null> => {
      const found = callWithKey('Server/GetUserAccountInfo', { PlayFabId: playfabId }, account);
      const email = (await found.catch(unlessUnknown))?.UserInfo.PrivateInfo?.Email;
      return email ? { email } : null;
    },

    /**
     * Returns the account and what the game stored, for the owner; null for an unknown player. A title may refuse a
     * part, such as the items of the old economy, and with it the whole call. Each part is then read alone, and
     * `notRead` says why one is missing.
     */
    holdings: async (playfabId: string) => {
      const notRead: Record<string, string> = {};
      const read = async (parts: readonly string[]): Promise<Held> => {
        const body = { PlayFabId: playfabId, InfoRequestParameters: asking(parts) };
        return (await callWithKey('Server/GetPlayerCombinedInfo', body, held)).InfoResultPayload;
      };
      const readAlone = (part: string): Promise<Held> =>
        read([part]).catch((error: unknown) => {
          if (!(error instanceof PlayfabRefusal)) throw error;
          notRead[part] = error.error;
          return {};
        });
      const found = await read(heldParts).catch(async (error: unknown) => {
        if (!(error instanceof PlayfabRefusal) || noAccount.includes(error.error)) return unlessUnknown(error);
        const parts = await Promise.all(heldParts.map(readAlone));
        return parts.reduce((all, part) => ({ ...all, ...part }), {});
      });
      if (found === null) return null;
      const { AccountInfo: account, ...game } = found;
      return {
        playfabId,
        email: account?.PrivateInfo?.Email ?? null,
        created: account?.Created ?? null,
        username: account?.Username ?? null,
        title: account?.TitleInfo ?? null,
        game,
        ...(Object.keys(notRead).length > 0 && { notRead }),
      };
    },

    /** Returns the PlayFab ID of the player with an address; null when there is none. */
    playerOfAddress: async (email: string): Promise<string | null> => {
      const found = callWithKey('Admin/GetUserAccountInfo', { Email: email }, foundPlayer);
      return (await found.catch(unlessUnknown))?.UserInfo.PlayFabId ?? null;
    },

    /** Returns the owner of an entity token; null when PlayFab does not know the token. */
    validateEntityToken: async (token: string): Promise<{ id: string; type: string } | null> => {
      const found = await validate(token);
      return found && { id: found.Entity.Id, type: found.Entity.Type };
    },

    /** Who logged in for a ticket, and PlayFab's name for how; null when the ticket is unknown or expired. */
    loginOfTicket: async (ticket: string): Promise<{ playfabId: string; provider: string | null } | null> => {
      // PlayFab names the provider of an entity token only, so the ticket is exchanged for one.
      const headers = { 'X-Authorization': ticket };
      const exchange = callPlayfab(server, 'Authentication/GetEntityToken', headers, {}, exchanged);
      const issued = await exchange.catch(unlessRefused);
      const found = issued && (await validate(issued.EntityToken));
      const playfabId = found?.Lineage?.MasterPlayerAccountId;
      return playfabId ? { playfabId, provider: found?.IdentityProvider ?? null } : null;
    },

    /** Unlinks every custom id and every device of the player, so that none of them opens the account any more. */
    unlinkDevices: async (email: string, password: string): Promise<void> => {
      const login = { TitleId: server.titleId, Email: email, Password: password };
      const { SessionTicket } = await callPlayfab(server, 'Client/LoginWithEmailAddress', {}, login, loggedIn);
      await Promise.all(unlinkCalls.map((call) => unlinkAll(call, SessionTicket)));
    },
  };
};
