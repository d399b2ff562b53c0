import type { UserData } from '../../contracts/api.ts';
import { type Result, succeed } from '../../lib/result.ts';
import type { Users } from '../../services/users/users.ts';

export type Account = { user: UserData; canSubscribe: boolean };

/** The account is known once both calls have answered (spec section 4); an ended session counts more than a fault. */
export const openAccount = async (
  users: Pick<Users, 'user' | 'subscriptionStatus'>,
  token: string,
  signal: AbortSignal,
): Promise<Result<Account>> => {
  const [user, status] = await Promise.all([users.user(token, signal), users.subscriptionStatus(token, signal)]);
  if (user.ok && status.ok) return succeed({ user: user.value, canSubscribe: !status.value.isSubscribed });
  const failures = [user, status].flatMap((result) => (result.ok ? [] : [result]));
  const [first] = failures;
  const ended = failures.find(({ failure }) => failure.code === 'TOKEN_EXPIRED');
  return ended ?? first ?? { ok: false, failure: { code: 'GENERIC_ERROR' } };
};
