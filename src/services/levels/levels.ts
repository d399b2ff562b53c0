import type { Endpoints } from '../../config/endpoints.ts';
import { type LevelFile, levelFilesPath, levelsPath } from '../../contracts/levels.ts';
import { type Result, succeed } from '../../lib/result.ts';
import { type Guard, list, literal, object, text } from '../../lib/shapes.ts';
import { bearer } from '../http/bearer.ts';
import { createHttp, type Http } from '../http/http.ts';

/** An address is null if it is not one of the portal's level files. */
export type Level = { name: string; url: string | null; previewUrl: string | null };

/** The level tool's calls (decisions section 5). */
export type Levels = {
  /** At most `levelNamesPerCall` names. `key` is the admin key, once it was asked for. What is not answered has no level. */
  find(names: readonly string[], key: string | null, signal?: AbortSignal): Promise<Result<Level[]>>;
  /** A level's file, byte by byte. `url` comes from `find` and is valid for an hour. */
  read(url: string, signal?: AbortSignal): Promise<Result<Blob>>;
};

const isLevelFile: Guard<LevelFile> = object({ name: text, url: text, previewUrl: text });
const isLevelsAnswer = object({ success: literal(true), urls: list(isLevelFile), missing: list(text) });
const isBlob: Guard<Blob> = (input): input is Blob => input instanceof Blob;

/** The address of a level file, as the portal alone can have it; null for any other, `javascript:` among them. */
export const levelAddress = (address: string, portal: string): string | null => {
  if (!URL.canParse(address, portal)) return null;
  const { origin, pathname, href, username } = new URL(address, portal);
  return origin === portal && username === '' && pathname.startsWith(`${levelFilesPath}/`) ? href : null;
};

export const createLevels = ({ portal }: Endpoints, http: Http = createHttp()): Levels => ({
  find: async (names, key, signal) => {
    const result = await http.request({
      method: 'GET',
      url: `${portal}${levelsPath}?${new URLSearchParams({ levelNames: names.join(',') })}`,
      headers: key === null ? {} : bearer(key),
      answer: isLevelsAnswer,
      signal,
    });
    if (!result.ok) return result;
    // Each name that was asked for, once; others have no place in the list.
    const asked = new Set(names);
    const levels = result.value.urls
      .filter(({ name }) => asked.delete(name))
      .map(({ name, url, previewUrl }) => ({
        name,
        url: levelAddress(url, portal),
        previewUrl: levelAddress(previewUrl, portal),
      }));
    return succeed(levels);
  },

  read: (url, signal) =>
    http.request({ method: 'GET', url, answer: isBlob, readSuccess: (response) => response.blob(), signal }),
});
