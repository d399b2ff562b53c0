import { isExcludedConcept } from '../contracts/school-zone.ts';
import { curriculum, type Named } from './curriculum.ts';
import { readableName } from './readable-name.ts';

/** Removes the labels that `labelOf` derives from the id. */
const withoutDerivedLabels = <Each extends Named>({ label, ...each }: Each): object => {
  const others = Object.entries(label ?? {}).filter(([, text]) => text !== readableName(each.id));
  return { ...each, ...(others.length > 0 && { label: Object.fromEntries(others) }) };
};

/**
 * Returns the curriculum for the browser, without hidden concepts, and without the labels that derive from an id:
 * "adding_within_10" is "Adding within 10". The page of a class contains it.
 */
export const shortCurriculum = (): object => ({
  packages: curriculum.packages.map(({ concepts, ...each }) => ({
    ...withoutDerivedLabels(each),
    concepts: concepts.filter(({ id }) => !isExcludedConcept(id)).map(withoutDerivedLabels),
  })),
});
