/** What a failed statement reveals about the whole database. */
export type DatabaseTrouble = 'full' | 'damaged';

/** PostgreSQL's codes for a full disk, a damaged page and a damaged index. */
const troubleOfCode: Readonly<Record<string, DatabaseTrouble>> = {
  '53100': 'full',
  XX001: 'damaged',
  XX002: 'damaged',
};

export const troubleOf = (error: unknown): DatabaseTrouble | null =>
  error instanceof Error && 'code' in error && typeof error.code === 'string'
    ? (troubleOfCode[error.code] ?? null)
    : null;
