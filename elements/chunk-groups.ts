import { formTags } from '../src/contracts/tag-lists.ts';
import type { TagName } from '../src/contracts/tags.ts';
import { controllerSource } from './element-sources.ts';

/** The part of the bundler's module graph that is used here. */
type ModuleGraph = { getModuleInfo(id: string): { importers: readonly string[] } | null };

/** Returns the tags whose element imports a module statically. */
const tagsThatLoad = (id: string, graph: ModuleGraph): Set<string> => {
  const tags = new Set<string>();
  const seen = new Set<string>();
  const visit = (one: string): void => {
    if (seen.has(one)) return;
    seen.add(one);
    const name = /([\w-]+)\.element\.ts$/.exec(one)?.[1];
    if (name === undefined) for (const importer of graph.getModuleInfo(one)?.importers ?? []) visit(importer);
    else tags.add(`maths-${name}`);
  };
  visit(id);
  return tags;
};

/** The pages of an account. What only they share, such as renewing a session, would make every form larger. */
const accountTags: ReadonlySet<string> = new Set<TagName>([
  'maths-dashboard',
  'maths-reset-password',
  'maths-confirmation',
]);

/** Returns the file of a module that several elements import, React included; null for every other module. */
const sharedFile = (id: string, graph: ModuleGraph): string | null => {
  const tags = tagsThatLoad(id, graph);
  if (tags.size < 2) return null;
  return [...tags].every((tag) => accountTags.has(tag)) ? 'account' : 'view';
};

/**
 * Defines how the builds of the elements and of the site split modules into files, by the module graph. A group
 * includes everything that it imports, and the group with the highest priority comes first. Each controller is one
 * file, because a submit waits for each request. The controllers of the other forms import the one of the sign-in.
 */
export const chunkGroups = [
  ...formTags.map((tag, index) => ({
    name: `${tag.replace('maths-', '')}-controller`,
    test: (id: string) => id.endsWith(`/${controllerSource(tag)}`),
    priority: formTags.length + 1 - index,
  })),
  { name: sharedFile, debugName: 'view or account', priority: 1 },
];
