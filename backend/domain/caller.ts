import { z } from 'zod';
import type { PlayfabGateway } from '../gateways/playfab.ts';
import type { SecurityEvent, SecurityEvents } from './events.ts';
import { Refusal } from './refusal.ts';
import { isOneOf } from './secrets.ts';

/** The part that we read of what PlayFab posts to a function; the rest may change as it likes. */
const call = z.object({
  CallerEntityProfile: z.object({
    Entity: z.object({ Id: z.string().min(1), Type: z.literal('title_player_account') }),
    Lineage: z.object({ TitleId: z.string(), MasterPlayerAccountId: z.string().regex(/^[0-9A-F]{1,16}$/) }),
  }),
  TitleAuthenticationContext: z.object({ Id: z.string(), EntityToken: z.string().min(1).max(4096) }),
});

export type Caller = ReturnType<typeof createCaller>;

/**
 * Only PlayFab may say who is calling. Its post must know one of our secrets (two are valid while one is changed),
 * speak for a player of our title, and carry an entity token that PlayFab itself confirms as that title's. The
 * player's id is taken from the profile, never from the function's argument.
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
    /** @returns the PlayFab id of the calling player. @throws Refusal UNAUTHORIZED, whatever does not fit. */
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
