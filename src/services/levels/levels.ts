import type { Endpoints } from '../../config/endpoints.ts';
import { levelDisposition, type LevelFile, levelFilesPath, levelsPath } from '../../contracts/levels.ts';
import { type Result, succeed } from '../../lib/result.ts';
import { isRecord, type TypeGuard, list, literal, object, parseJson, text } from '../../lib/shapes.ts';
import { createHttp, type Http } from '../http/http.ts';
import { bearer } from '../http/portal-api.ts';

/** An address is null if it is not one of the portal's level files. */
export type FoundLevel = { name: string; url: string | null; previewUrl: string | null };

/** The level tool's calls (decisions.md#5-calls). */
export type LevelsClient = {
  /**
   * Finds at most `levelNamesPerCall` names. `key` is the admin key, once it was requested. A name without a level is
   * left out of the response.
   */
  find(names: readonly string[], key: string | null, signal?: AbortSignal): Promise<Result<FoundLevel[]>>;
  /** Returns the bytes of a level's file, a JSON object. `url` comes from `find` and is valid for an hour. */
  read(url: string, signal?: AbortSignal): Promise<Result<Blob>>;
};

const isLevelFile: TypeGuard<LevelFile> = object({ name: text, url: text, previewUrl: text });
const isLevelsAnswer = object({ success: literal(true), urls: list(isLevelFile), missing: list(text) });
const isBlob: TypeGuard<Blob> = (input): input is Blob => input instanceof Blob;

/**
 * Reads the file that the address names. Returns null for the page of a proxy, an incomplete file and any other response.
 */
const readLevel = async (url: string, response: Response): Promise<Blob | null> => {
  const content = await response.blob();
  const file = new URL(url).pathname.slice(levelFilesPath.length + 1);
  const isNamed = response.headers.get('Content-Disposition') === levelDisposition(file);
  return isNamed && parseJson(await content.text(), isRecord) !== undefined ? content : null;
};

/** Returns the address of a level file on the portal; null for any other, for example with `javascript:`. */
export const levelAddress = (address: string, portal: string): string | null => {
  if (!URL.canParse(address, portal)) return null;
  const { origin, pathname, href, username } = new URL(address, portal);
  return origin === portal && username === '' && pathname.startsWith(`${levelFilesPath}/`) ? href : null;
};

export const createLevelsClient = ({ portal }: Endpoints, http: Http = createHttp()): LevelsClient => ({
  find: async (names, key, signal) => {
    const result = await http.request({
      method: 'GET',
      url: `${portal}${levelsPath}?${new URLSearchParams({ levelNames: names.join(',') })}`,
      headers: key === null ? {} : bearer(key),
      answer: isLevelsAnswer,
      signal,
    });
    if (!result.ok) return result;
    // Each requested name once. Others are ignored.
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
    http.request({ method: 'GET', url, answer: isBlob, readSuccess: (response) => readLevel(url, response), signal }),
});
