import type { Database } from '../db/database.ts';

/** The effect of a mailed link when it is used. */
export type LinkPurpose =
  | { kind: 'update'; numStudents: number; reinitialize: boolean }
  | { kind: 'restore'; era: number };
export type ClassroomLink = LinkPurpose & { classroomId: string };
export type NewLink = ClassroomLink & { tokenHash: string; expiresAt: Date };

type Row = {
  classroomId: string;
  kind: LinkPurpose['kind'];
  numStudents: number | null;
  reinitialize: boolean | null;
  era: number | null;
};
const columns = ['classroom_id as classroomId', 'kind', 'num_students as numStudents', 'reinitialize', 'era'] as const;

const linkOf = (row: Row | undefined): ClassroomLink | null => {
  if (row === undefined) return null;
  const { classroomId, kind, numStudents, reinitialize, era } = row;
  if (kind === 'restore') return era === null ? null : { classroomId, kind, era };
  return numStudents === null || reinitialize === null ? null : { classroomId, kind, numStudents, reinitialize };
};

export const classroomLinksRepository = (database: Database) => ({
  add: async (link: NewLink): Promise<void> => {
    await database
      .insertInto('classroom_links')
      .values({
        token_hash: link.tokenHash,
        classroom_id: link.classroomId,
        expires_at: link.expiresAt,
        kind: link.kind,
        ...(link.kind === 'update'
          ? { num_students: link.numStudents, reinitialize: link.reinitialize }
          : { era: link.era }),
      })
      .execute();
  },

  find: async (tokenHash: string, now: Date): Promise<ClassroomLink | null> =>
    linkOf(
      await database
        .selectFrom('classroom_links')
        .select(columns)
        .where('token_hash', '=', tokenHash)
        .where('expires_at', '>', now)
        .executeTakeFirst(),
    ),

  /** Takes the link. Of simultaneous calls exactly one gets it. */
  take: async (tokenHash: string, now: Date): Promise<ClassroomLink | null> =>
    linkOf(
      await database
        .deleteFrom('classroom_links')
        .where('token_hash', '=', tokenHash)
        .where('expires_at', '>', now)
        .returning(columns)
        .executeTakeFirst(),
    ),

  /**
   * Removes the update links of a class after one was used. A restore link stays valid, because it does something else.
   */
  removeUpdatesOf: async (classroomId: string): Promise<void> => {
    await database
      .deleteFrom('classroom_links')
      .where('classroom_id', '=', classroomId)
      .where('kind', '=', 'update')
      .execute();
  },
});
