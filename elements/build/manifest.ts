import { readFileSync } from 'node:fs';
import { flag, type Guarded, list, object, parseJson, record, text } from '../../src/lib/shapes.ts';

const isChunk = object({ file: text }, { css: list(text), imports: list(text), isEntry: flag });

/** The part of Vite's manifest that is used here. It lists the output of the client's build by source. */
export type Manifest = Readonly<Record<string, Guarded<typeof isChunk>>>;

export const isManifest = record(isChunk);

/** The manifest of the elements' build. It exists until the pages are rendered and is never published. */
export const manifestName = 'manifest.json';

/** Reads the manifest. @throws when the file is not a Vite manifest. */
export const readManifest = (path: string): Manifest => {
  const manifest = parseJson(readFileSync(path, 'utf8'), isManifest);
  if (manifest === undefined) throw new Error('Vite’s manifest has another shape than this reads');
  return manifest;
};

/** The addresses of scripts and styles. */
export type Assets = { scripts: string[]; styles: string[] };

/**
 * Returns the scripts and styles that these modules load statically, the modules themselves included.
 * @param folder the address of the build's folder
 * @throws for one that was not built.
 */
export const assetsOf = (manifest: Manifest, sources: readonly string[], folder = ''): Assets => {
  const seen = new Set<string>();
  const scripts: string[] = [];
  const styles: string[] = [];
  const add = (source: string): void => {
    if (seen.has(source)) return;
    seen.add(source);
    const chunk = manifest[source];
    if (chunk === undefined) throw new Error(`The build has no ${source}`);
    scripts.push(`${folder}/${chunk.file}`);
    styles.push(...(chunk.css ?? []).map((file) => `${folder}/${file}`));
    for (const other of chunk.imports ?? []) add(other);
  };
  for (const source of sources) add(source);
  return { scripts, styles };
};
