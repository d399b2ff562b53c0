import type { ColumnType, Generated } from 'kysely';
import type { Language } from '../../src/contracts/language.ts';

/** The tables of accounts, analytics and limits. */
export type PortalTables = {
  users: {
    id: string;
    playfab_id: string;
    language: Language;
    created_at: Date;
    deletion_requested_at: Date | null;
    deletion_email: string | null;
    deletion_ended_subscription: Generated<boolean>;
    password_reset_at: Date | null;
    sign_in_code_hash: string | null;
    coupon: string | null;
    opened_at: Date | null;
  };
  sessions: {
    token_hash: string;
    user_id: string;
    chain_started_at: Date;
    activated_at: Date | null;
    expires_at: Date;
    read_only: Generated<boolean>;
    renewed: Generated<boolean>;
    chain: string;
    partner: string | null;
  };
  analytics_events: {
    id: Generated<string>;
    type: string;
    occurred_at: Date;
    /** Written as JSON text, because pg cannot write a JavaScript array as jsonb. */
    data: ColumnType<unknown, string, string>;
    recorded_at: Date;
  };
  deleted_players: { id_hash: string; deleted_at: Date };
  rate_limits: { key: string; count: number; ends_at: Date };
};
