import type { AgeGroup } from '../../src/contracts/school-zone.ts';
import type { Language } from '../../src/contracts/language.ts';
import type { Database } from '../db/database.ts';

export type Teacher = {
  id: string;
  email: string;
  language: Language;
  authIdHash: string;
  /** The key of the partner whose page the teacher signed up on. */
  partner: string | null;
};
export type NewTeacher = Teacher & {
  schoolName: string | null;
  ageGroup: AgeGroup | null;
  referralEmail: string | null;
  playfabId: string;
  createdAt: Date;
};

/** The number of classes that one statement removes: a thousand would exceed the statement timeout. */
const atOnce = 100;

const columns = ['id', 'email', 'language', 'auth_id_hash as authIdHash', 'partner'] as const;

export const teachersRepository = (database: Database) => ({
  /**
   * @returns false when the address or the id is used already, or the player has signed up for a partner; then nothing is
   * changed.
   */
  add: async (teacher: NewTeacher): Promise<boolean> => {
    const row = await database
      .insertInto('teachers')
      .values({
        id: teacher.id,
        email: teacher.email,
        school_name: teacher.schoolName,
        age_group: teacher.ageGroup,
        referral_email: teacher.referralEmail,
        language: teacher.language,
        auth_id_hash: teacher.authIdHash,
        playfab_id: teacher.playfabId,
        partner: teacher.partner,
        created_at: teacher.createdAt,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst();
    return row !== undefined;
  },

  ofEmail: async (email: string): Promise<Teacher | null> => {
    const row = await database.selectFrom('teachers').select(columns).where('email', '=', email).executeTakeFirst();
    return row ?? null;
  },

  /**
   * Returns the teachers with the address, the id, or both, in one query: between two queries a teacher could be added.
   */
  claimed: (email: string, authIdHash: string): Promise<Teacher[]> =>
    database
      .selectFrom('teachers')
      .select(columns)
      .where((is) => is.or([is('email', '=', email), is('auth_id_hash', '=', authIdHash)]))
      .execute(),

  speak: async (id: string, language: Language): Promise<void> => {
    await database.updateTable('teachers').set({ language }).where('id', '=', id).execute();
  },

  /**
   * Removes teachers whose class had no play and no change since this time, with the classroom and everything in it.
   */
  removeIdleSince: async (time: Date): Promise<number> => {
    const removeSome = () =>
      database
        .deleteFrom('teachers')
        .where('id', 'in', (idle) =>
          idle
            .selectFrom('classrooms')
            .select('teacher_id')
            .where('changed_at', '<', time)
            .where(({ not, exists, selectFrom }) =>
              not(
                exists(
                  selectFrom('progress')
                    .select('progress.era')
                    .whereRef('progress.classroom_id', '=', 'classrooms.id')
                    .where('progress.changed_at', '>=', time),
                ),
              ),
            )
            .limit(atOnce),
        )
        .executeTakeFirst();
    for (let all = 0; ; ) {
      const some = Number((await removeSome()).numDeletedRows);
      all += some;
      if (some < atOnce) return all;
    }
  },
});
