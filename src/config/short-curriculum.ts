import { curriculum } from './curriculum.ts';
import { readableName } from './readable-name.ts';

/**
 * Returns the curriculum for the browser, without the labels that an id says already: "adding_within_10" is "Adding within
 * 10". The page of a class contains it.
 */
export const shortCurriculum = (): object => ({
  packages: curriculum.packages.map((each) => ({
    ...each,
    concepts: each.concepts.map(({ label, ...concept }) => {
      const told = Object.entries(label ?? {}).filter(([, text]) => text !== readableName(concept.id));
      return { ...concept, ...(told.length > 0 && { label: Object.fromEntries(told) }) };
    }),
  })),
});
