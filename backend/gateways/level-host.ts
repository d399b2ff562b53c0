import { levelNamePattern } from '../../src/contracts/levels.ts';
import { type LevelFiles, LevelFilesUnavailable, type LevelKind, levelBytes } from './level-files.ts';

const typeOf: Record<LevelKind, string> = { json: 'application/json', png: 'image/png' };
/** Stores of files answer 403 for what is not there to whoever may not list them. */
const absent: ReadonlySet<number> = new Set([403, 404, 410]);

const unavailable = (why: string): LevelFilesUnavailable => new LevelFilesUnavailable(`the host of levels ${why}`);

/** A length that was announced can be a lie, so what comes is counted. */
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
  /** The address below which `<name>.json` and `<name>.png` are; with or without a slash at its end. */
  url: string;
  /** Milliseconds for one file, 5,000 unless given. */
  deadline?: number;
  fetch?: typeof fetch;
};

/** Levels that another server keeps. It is asked for names below its address only, and redirects nobody anywhere. */
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
