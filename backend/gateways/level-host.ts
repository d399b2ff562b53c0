import { levelNamePattern } from '../../src/contracts/levels.ts';
import { type LevelFiles, LevelFilesUnavailable, type LevelKind, levelBytes } from './level-files.ts';

const typeOf: Record<LevelKind, string> = { json: 'application/json', png: 'image/png' };
/** Statuses of a missing file. Object stores answer 403 to clients that may not list the files. */
const absent: ReadonlySet<number> = new Set([403, 404, 410]);

const unavailable = (why: string): LevelFilesUnavailable => new LevelFilesUnavailable(`the host of levels ${why}`);

/** Reads a response up to the limit. The bytes are counted, because the announced length can be wrong. */
const readBounded = async (response: Response): Promise<Buffer> => {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of response.body ?? []) {
    bytes += part.byteLength;
    if (bytes > levelBytes) throw unavailable('sent too much');
    parts.push(part);
  }
  return Buffer.concat(parts);
};

export type LevelHost = {
  /** The address below which `<name>.json` and `<name>.png` are stored, with or without a trailing slash. */
  url: string;
  /** Milliseconds for one file; the default is 5,000. */
  deadline?: number;
  fetch?: typeof fetch;
};

/** Reads levels from another server. Only names below its address are requested, and redirects are not followed. */
export const createLevelHost = ({ url, deadline = 5_000, fetch: send = fetch }: LevelHost): LevelFiles => {
  const ask = async <Answer>(
    method: 'GET' | 'HEAD',
    name: string,
    kind: LevelKind,
    handle: (response: Response) => Promise<Answer>,
  ): Promise<Answer | null> => {
    if (!levelNamePattern.test(name)) return null;
    try {
      const address = `${url.replace(/\/$/, '')}/${name}.${kind}`;
      const signal = AbortSignal.timeout(deadline);
      const response = await send(address, { method, redirect: 'error', signal });
      const type = response.headers.get('content-type')?.split(';', 1)[0]?.trim().toLowerCase();
      const isFile = response.status === 200 && type === typeOf[kind];
      if (isFile) return await handle(response);
      await response.body?.cancel();
      if (absent.has(response.status)) return null;
      throw unavailable('answered something else than a level');
    } catch (error) {
      // The cause is dropped on purpose: it may quote the address.
      throw error instanceof LevelFilesUnavailable ? error : unavailable('did not answer');
    }
  };

  return {
    has: async (name) => (await ask('HEAD', name, 'json', async () => true)) ?? false,
    read: (name, kind) => ask('GET', name, kind, readBounded),
  };
};
