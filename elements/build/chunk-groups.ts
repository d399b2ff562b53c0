import { formTags, type TagName } from '../../src/contracts/tags.ts';
import { controllerSource } from './manifest.ts';

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
const accountTags: readonly TagName[] = ['maths-dashboard', 'maths-reset-password', 'maths-confirmation'];

/** The tags for parents. What only they share, such as the field of a password, would make the pages of teachers larger. */
const parentTags: readonly TagName[] = [...accountTags, 'maths-sign-in', 'maths-sign-up'];

/** Returns the file of a module that several elements import, React included; null for every other module. */
const sharedFile = (id: string, graph: ModuleGraph): 'account' | 'parent' | 'view' | null => {
  const tags = [...tagsThatLoad(id, graph)];
  const areAllIn = (some: readonly string[]): boolean => tags.every((tag) => some.includes(tag));
  if (tags.length < 2) return null;
  if (areAllIn(accountTags)) return 'account';
  return areAllIn(parentTags) ? 'parent' : 'view';
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
    priority: formTags.length + 3 - index,
  })),
  // From the most to the least shared.
  ...(['view', 'parent', 'account'] as const).map((name, index) => ({
    name: (id: string, graph: ModuleGraph) => (sharedFile(id, graph) === name ? name : null),
    debugName: name,
    priority: 3 - index,
  })),
];
