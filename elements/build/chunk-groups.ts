import { isTag, definitionOf } from '../../src/contracts/tags.ts';

/** The part of the bundler's module graph that is used here. */
type ModuleGraph = { getModuleInfo(id: string): { importers: readonly string[] } | null };

/** The first file of an element, and the files that only its view needs. */
const entries = {
  element: /\/elements\/([\w-]+)\.ts$/,
  view: /\/features\/([\w-]+)\/view\.tsx$|\/kit\/(feature-view)\.ts$/,
};
/** What every view needs. */
const everyView = 'feature-view';

/** Returns the names of the elements whose entry imports this module statically, directly or not. */
const importersOf = (id: string, graph: ModuleGraph, entry: RegExp): Set<string> => {
  const names = new Set<string>();
  const seen = new Set<string>();
  const visit = (one: string): void => {
    if (seen.has(one)) return;
    seen.add(one);
    const name = entry
      .exec(one)
      ?.slice(1)
      .find((group) => group !== undefined);
    if (name !== undefined) names.add(name);
    else for (const importer of graph.getModuleInfo(one)?.importers ?? []) visit(importer);
  };
  visit(id);
  return names;
};

const isForTeachers = (name: string): boolean => {
  const tag = `maths-${name}`;
  return isTag(tag) && definitionOf(tag).audience === 'teacher';
};

/** The files that several elements load. The first has the highest priority. */
const shared = ['kit', 'teacher', 'parent', 'bridge', 'view'] as const;

/**
 * Returns the file of a module that several elements load. `kit` is what a sign-in and others need first; `teacher` and
 * `parent` what others need first; only frames need `bridge`; only views need `view`, React included. A file that
 * defines a tag is imported by nothing but its entry and its view: another page would define the tag, too.
 */
const sharedFile = (id: string, graph: ModuleGraph): (typeof shared)[number] | null => {
  if (entries.element.test(id)) return null;
  const elements = importersOf(id, graph, entries.element);
  if (!elements.has('sign-in') && id.includes('/src/bridge/')) return 'bridge';
  const all = new Set([...elements, ...importersOf(id, graph, entries.view)]);
  if (all.size < 2 && !all.has(everyView)) return null;
  if (elements.has('sign-in')) return 'kit';
  // It is bundled for `index.js` only, which loads everything.
  elements.delete('embed');
  if (elements.size === 0) return 'view';
  return [...elements].every(isForTeachers) ? 'teacher' : 'parent';
};

/** Defines how the builds of the elements and of the site split modules into files, by the module graph. */
export const chunkGroups = shared.map((name, index) => ({
  name: (id: string, graph: ModuleGraph) => (sharedFile(id, graph) === name ? name : null),
  debugName: name,
  priority: shared.length - index,
}));
