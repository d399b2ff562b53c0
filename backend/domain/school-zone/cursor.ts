/**
 * A page's bookmark in a class: the class as it was when it was read, and from when on something may be new to the
 * page. A report is timed before it is written, and may take a while: five seconds for a connection, ten for the
 * statement, and two servers' clocks differ. So the next answer reaches back that far.
 */
export type Cursor = { changedAt: Date; since: Date };

const overlap = 20_000;

export const writeCursor = (changedAt: Date, readAt: Date): string =>
  Buffer.from(`${changedAt.getTime()}.${readAt.getTime() - overlap}`).toString('base64url');

/** @returns null for anything that we never wrote: its bearer gets the whole class. */
export const readCursor = (text: string): Cursor | null => {
  const parts = /^(\d{1,15})\.(\d{1,15})$/.exec(Buffer.from(text, 'base64url').toString());
  return parts === null ? null : { changedAt: new Date(Number(parts[1])), since: new Date(Number(parts[2])) };
};
