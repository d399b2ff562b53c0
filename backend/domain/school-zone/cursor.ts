/**
 * A page's position in a class: the version of the class at the last read, and the time from which progress may be new.
 * A report gets its time before it is written, which may take a while (five seconds for a connection, ten for the
 * statement), and the clocks of two servers differ. The next answer therefore reaches back that far.
 */
export type Cursor = { changedAt: Date; since: Date };

const overlap = 20_000;

export const writeCursor = (changedAt: Date, readAt: Date): string =>
  Buffer.from(`${changedAt.getTime()}.${readAt.getTime() - overlap}`).toString('base64url');

/**
 * Reads a cursor. The database cannot read a date after the year 9999; 14 digits of milliseconds end in the year 5138.
 * @returns null for any text that `writeCursor` cannot have written. The caller then gets the whole class.
 */
export const readCursor = (text: string): Cursor | null => {
  const parts = /^(\d{1,14})\.(\d{1,14})$/.exec(Buffer.from(text, 'base64url').toString());
  return parts === null ? null : { changedAt: new Date(Number(parts[1])), since: new Date(Number(parts[2])) };
};
