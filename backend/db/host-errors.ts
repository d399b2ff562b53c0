import { NodeFS } from '@electric-sql/pglite/nodefs';
import { DataFolderError } from './folder-lock.ts';

type Init = NodeFS['init'];

/** The instructions for a person, by the code of the operating system's error. */
const remedies: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full. Free some space',
  EDQUOT: 'the disk quota is used up. Free some space',
  EACCES: 'a file may not be read or written. Give this user all rights to the folder',
  EPERM: 'a file may not be read or written. Give this user all rights to the folder',
  EROFS: 'the disk is read-only. Make it writable',
  EMFILE: 'this process may not open more files. Raise the limit (ulimit -n)',
  ENFILE: 'the system has too many open files. Raise the limit or stop other programs',
  EIO: 'the disk reports an error. Copy the folder to another disk',
};

const codeOf = (error: unknown): string | null =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null;

/** Returns the code of an error of the operating system, which does not mean that the files are damaged, else null. */
export const hostErrorCode = (error: unknown): string | null => {
  const code = codeOf(error);
  return code !== null && code in remedies ? code : null;
};

export const hostFailure = (code: string, folder: string, cause: unknown): DataFolderError =>
  new DataFolderError(
    `The database in ${folder} can't be used (${code}): ${remedies[code] ?? 'the system refused a call'}, then start again. Nothing was changed.`,
    { cause },
  );

/**
 * Runs `work` on the files of a data folder.
 * @throws DataFolderError when the machine refuses, such as for a full disk; any other error as it is.
 */
export const explainHostErrors = async <Result>(folder: string, work: () => Promise<Result>): Promise<Result> => {
  try {
    return await work();
  } catch (error) {
    const code = hostErrorCode(error);
    throw code === null ? error : hostFailure(code, folder, error);
  }
};

/**
 * Gives PGlite access to its files on disk. It records the operating system's last refusal, because PGlite reports a
 * full disk or too few file handles in the same way as damaged files.
 */
export class HostFiles extends NodeFS {
  /** The code of the last refusal, such as `ENOSPC`. */
  refusal: string | null = null;

  override async init(...[pglite, options]: Parameters<Init>): ReturnType<Init> {
    const { emscriptenOpts } = await super.init(pglite, options);
    const preRun: typeof emscriptenOpts.preRun = [
      ...(emscriptenOpts.preRun ?? []),
      ({ NODEFS: files }) => {
        // Emscripten calls this for each failed call, to convert the code to a number.
        if (!('convertNodeCode' in files) || typeof files.convertNodeCode !== 'function') {
          throw new Error('PGlite’s NODEFS has no convertNodeCode: look at its new version.');
        }
        const convert = files.convertNodeCode;
        const convertNodeCode = (error: unknown): unknown => {
          this.refusal = hostErrorCode(error) ?? this.refusal;
          return Reflect.apply(convert, files, [error]);
        };
        Object.assign(files, { convertNodeCode });
      },
    ];
    return { emscriptenOpts: { ...emscriptenOpts, preRun } };
  }
}
