import type { Generated } from 'kysely';
import type { DeclarationKind, LeavingReason, WantedEnd } from '../../src/contracts/declaration.ts';
import type { Language } from '../../src/contracts/language.ts';

/** The tables of what parents declared about the end of their contract, and of the end that each account wants. */
export type DeclarationTables = {
  declarations: {
    id: string;
    kind: DeclarationKind | 'undo';
    user_id: string | null;
    email: string | null;
    language: Language;
    declared_at: Date;
    confirmed: number | null;
    token_hash: string | null;
    link_last_day: string | null;
    reason: LeavingReason | null;
    delete_at: Date;
  };
  wanted_ends: {
    user_id: string;
    wanted: WantedEnd;
    late: Generated<boolean>;
    declared_at: Date;
    language: Language;
    confirmed: number;
    subscriptions: string[] | null;
    settled: Generated<boolean>;
  };
};
