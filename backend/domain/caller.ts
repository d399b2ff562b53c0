import { z } from 'zod';
import type { PlayfabGateway } from '../gateways/playfab.ts';
import type { SecurityEvent, SecurityEvents } from './events.ts';
import { Refusal } from './refusal.ts';
import { isOneOf } from './secrets.ts';

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
