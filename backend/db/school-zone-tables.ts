import type { ColumnType, Generated } from 'kysely';
import type { AgeGroup } from '../../src/contracts/school-zone.ts';
import type { Language } from '../../src/contracts/language.ts';

/** The tables of teachers, classes and progress. */
export type SchoolZoneTables = {
  teachers: {
    id: string;
    email: string;
    school_name: string | null;
    age_group: AgeGroup | null;
    referral_email: string | null;
    language: Language;
    auth_id_hash: string;
    playfab_id: string;
    partner: string | null;
    created_at: Date;
  };
  classrooms: {
    id: string;
    teacher_id: string;
    link_id: string;
    mailed_link_id: string | null;
    code: string;
    name: string;
    era: Generated<number>;
    created_at: Date;
    changed_at: Date;
  };
  students: { classroom_id: string; code: string; active: Generated<boolean> };
  progress: {
    classroom_id: string;
    era: number;
    student_code: string;
    package: string;
    concept: string;
    total: number;
    /** Written as JSON text: `{level: completed}`. */
    levels: ColumnType<Record<string, boolean>, string, string>;
    /** The database computes this count. */
    done: ColumnType<number, never, never>;
    played_at: Date;
    changed_at: Date;
  };
  first_plays: { classroom_id: string; era: number; played_at: Date };
  cleared_progress: { classroom_id: string; era: number; cleared_at: Date };
  classroom_links: {
    token_hash: string;
    classroom_id: string;
    kind: 'update' | 'restore';
    num_students: number | null;
    reinitialize: boolean | null;
    era: number | null;
    expires_at: Date;
  };
};
