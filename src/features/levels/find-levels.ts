import { levelNamesPerCall } from '../../contracts/levels.ts';
import { done, type Result } from '../../lib/result.ts';
import type { FoundLevel, LevelsClient } from '../../services/levels/levels.ts';

/** `key`: the admin key; null until the server requires it. */
export type Search = { levels: LevelsClient; names: readonly string[]; key: string | null; signal: AbortSignal };

/** Finds names with several calls in sequence. Calls `told` after each call. Stops at the first failure. */
export const findLevels = async (
  { levels, names, key, signal }: Search,
  told: (levels: readonly FoundLevel[], asked: number) => void,
): Promise<Result<void>> => {
  for (let from = 0; from < names.length; from += levelNamesPerCall) {
    const batch = names.slice(from, from + levelNamesPerCall);
    const result = await levels.find(batch, key, signal);
    if (!result.ok) return result;
    told(result.value, batch.length);
  }
  return done;
};
