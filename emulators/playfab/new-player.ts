import type { Context } from './context.ts';
import type { Origination } from './schema.ts';
import { newPlayfabId } from './secrets.ts';
import type { Player } from './store/players.ts';

type Beginning = {
  origination: Origination;
  email?: string | null;
  username?: string | null;
  passwordHash?: string;
};

export const newPlayer = ({ clock }: Context, beginning: Beginning): Player => {
  const now = clock.now();
  return {
    playfab_id: newPlayfabId(),
    title_player_id: newPlayfabId(),
    email: beginning.email ?? null,
    username: beginning.username ?? null,
    password_hash: beginning.passwordHash ?? null,
    contact_email: null,
    contact_status: null,
    origination: beginning.origination,
    created_at: now,
    last_login_at: now,
  };
};
