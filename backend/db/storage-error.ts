/** A fault of the whole database that a failed statement reveals. */
export type StorageError = 'full' | 'damaged';

/** PostgreSQL's codes for a full disk, a damaged page and a damaged index. */
const storageErrors: Readonly<Record<string, StorageError>> = {
  '53100': 'full',
  XX001: 'damaged',
  XX002: 'damaged',
};

export const storageErrorOf = (error: unknown): StorageError | null =>
  error instanceof Error && 'code' in error && typeof error.code === 'string'
    ? (storageErrors[error.code] ?? null)
    : null;
