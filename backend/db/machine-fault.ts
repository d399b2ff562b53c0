import { DataFolderError } from './folder-lock.ts';

/** What musl writes for errors of the disk, of permissions and of limits; PostgreSQL ends its message with it. */
const systemMessages =
  /(FATAL|PANIC|ERROR): +(.*(?:No space left on device|Quota exceeded|File too large|Permission denied|Operation not permitted|Read-only file system|No file descriptors available|Too many open files|I\/O error|Out of memory).*)/;

/** The same errors as the codes of Node and of PostgreSQL. */
const systemCodes = /^(ENOSPC|EDQUOT|EFBIG|EACCES|EPERM|EROFS|EMFILE|ENFILE|EIO|ENOMEM|53\w{3}|58030|58P02|42501)$/;

/** Returns what the machine refused, such as `could not open file "global/pg_control": Permission denied`. */
const refusalOf = (error: unknown, log: readonly string[]): string | null => {
  const refused = log.flatMap((line) => systemMessages.exec(line)?.[2] ?? []).at(-1);
  if (refused !== undefined) return refused;
  if (!(error instanceof Error)) return null;
  if ('code' in error && typeof error.code === 'string' && systemCodes.test(error.code)) return error.message;
  // Emscripten's file system throws it while PGlite copies a snapshot's files.
  if (error.name === 'ErrnoError' && 'errno' in error) return `file system error ${error.errno} while writing files`;
  // Memory for PostgreSQL cannot be allocated.
  return error instanceof RangeError ? error.message : null;
};

/**
 * Separates an error of the machine from damaged data: no space, no permission, no file handle or no memory.
 * @param place the folder concerned.
 * @param log the lines that PostgreSQL wrote to its standard error.
 * @returns null when the machine refused nothing.
 */
export const machineFault = (place: string, error: unknown, log: readonly string[] = []): DataFolderError | null => {
  if (error instanceof DataFolderError) return error;
  const refusal = refusalOf(error, log);
  if (refusal === null) return null;
  return new DataFolderError(
    `The database in ${place} can't be opened: ${refusal}. No data was lost. Check the free disk space, the permissions of the files and the limit of open files, then start again.`,
    { cause: error },
  );
};
