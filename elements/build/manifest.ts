import type { Language } from '../../src/contracts/language.ts';
import { definitionOf, type FormTag, formTags } from '../../src/contracts/tags.ts';
import type { FormKind } from '../kit/form-protocol.ts';
import { readFileSync } from 'node:fs';
import {
  flag,
  type Guarded,
  list,
  object,
  parseJson,
  record,
  text,
  type TypeGuard,
} from '../../src/contracts/shapes.ts';
import { join } from 'node:path';

/** Returns whether a page of this kind contains the prerendered form of a tag. */
export const isPrerendered = (tag: string, kind: FormKind): tag is FormTag =>
  formTags.some((form) => form === tag && (kind === 'widget' || definitionOf(form).form?.isWidgetOnly !== true));

const nameOf = (tag: string): string => tag.replace(/^maths-/, '');

/** The module that defines a tag, with its controller. Paths are relative to the project's folder. */
export const elementSource = (tag: string): string => `elements/${nameOf(tag)}.ts`;

/** The modules of an element's view, which it loads at once. */
export const viewSources = (tag: string, language: Language): string[] => [
  `src/features/${nameOf(tag)}/view.tsx`,
  ...[nameOf(tag), 'common', 'errors'].map((set) => `locales/${language}/${set}.json`),
];

const isChunk = object({ file: text }, { css: list(text), imports: list(text), isEntry: flag });

/** The part of Vite's manifest that is used here. It lists the output of the client's build by source. */
export type Manifest = Readonly<Record<string, Guarded<typeof isChunk>>>;

export const isManifest = record(isChunk);

/** The manifest of the elements' build. It exists until the pages are rendered and is never published. */
export const manifestName = 'manifest.json';

/** Reads a file of the build. @throws when it is not what `npm run build` writes */
export const readBuilt = <Content>(path: string, guard: TypeGuard<Content>): Content => {
  const content = parseJson(readFileSync(path, 'utf8'), guard);
  if (content === undefined) throw new Error(`${path} is not what npm run build writes.`);
  return content;
};

export const readManifest = (path: string): Manifest => readBuilt(path, isManifest);

/** The addresses of scripts and styles. */
export type Assets = { scripts: string[]; styles: string[] };

/** Returns what these modules load statically, with themselves, below the address `folder`. @throws if not built */
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

const isRelease = object({ version: text, integrity: record(text) });

/** The data of a release: its permanent folder and each file's hash. */
export type ReleaseManifest = Guarded<typeof isRelease>;

/** Reads the release. @param elements the folder of the built elements */
export const readRelease = (elements: string): ReleaseManifest => readBuilt(join(elements, 'release.json'), isRelease);
