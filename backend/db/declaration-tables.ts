import type { Generated } from 'kysely';
import type { DeclarationKind, DeclarationState, LeavingReason } from '../../src/contracts/declaration.ts';
import type { Language } from '../../src/contracts/language.ts';

/** What became of a declaration: `nothing` was there to end. */
export type DeclarationOutcome = 'cancelled' | 'withdrawn' | 'nothing';

/** The table of the declarations by which parents end their contract. */
export type DeclarationTables = {
  declarations: {
    id: string;
    kind: DeclarationKind;
    state: DeclarationState;
    user_id: string | null;
    email: string | null;
    language: Language;
    declared_at: Date;
    entered: Generated<number>;
    token_hash: string | null;
    link_expires_at: Date | null;
    outcome: DeclarationOutcome | null;
    subscriptions: string[] | null;
    ends_at: Date | null;
    reason: LeavingReason | null;
    delete_at: Date;
  };
};
