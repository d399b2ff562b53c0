import type { Endpoints } from '../config/endpoints.ts';
import { findLevels, levelDisposition, levelFilesPath } from '../contracts/calls/levels.ts';
import { mapValue, type Result } from '../lib/result.ts';
import { isRecord, parseJson, type TypeGuard } from '../contracts/shapes.ts';
import { createHttp, type Http } from './http/http.ts';
import { createPortalCall } from './http/portal-call.ts';

/** An address is null if it is not one of the portal's level files. */
export type FoundLevel = { name: string; url: string | null; previewUrl: string | null };

const isBlob: TypeGuard<Blob> = (input): input is Blob => input instanceof Blob;

/** Reads the file that the address names. Returns null for a proxy's page, an incomplete file and any other. */
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

/** The level tool's calls (decisions.md#5-calls). */
export const createLevelsClient = (endpoints: Endpoints, http: Http = createHttp()) => ({
  /** Finds at most `levelNamesPerCall` names, with the admin key once it was requested. Unknown names are left out. */
  find: async (names: readonly string[], key: string | null, signal?: AbortSignal): Promise<Result<FoundLevel[]>> => {
    const call = createPortalCall(endpoints, http);
    const input = { token: key ?? undefined, query: { levelNames: names.join(',') } };
    // Each requested name once. Others are ignored.
    const asked = new Set(names);
    return mapValue(await call(findLevels, input, signal), ({ urls }) =>
      urls
        .filter(({ name }) => asked.delete(name))
        .map(({ name, url, previewUrl }) => ({
          name,
          url: levelAddress(url, endpoints.portal),
          previewUrl: levelAddress(previewUrl, endpoints.portal),
        })),
    );
  },

  /** Returns the bytes of a level's file, a JSON object. `url` comes from `find` and is valid for an hour. */
  read: (url: string, signal?: AbortSignal): Promise<Result<Blob>> =>
    http.request({ method: 'GET', url, answer: isBlob, readSuccess: (response) => readLevel(url, response), signal }),
});
export type LevelsClient = ReturnType<typeof createLevelsClient>;
