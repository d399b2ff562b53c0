import { curriculum, labelOf } from '../../src/config/curriculum.ts';
import type { Language } from '../../src/contracts/language.ts';
import { isExcludedConcept } from '../../src/contracts/school-zone.ts';

/**
 * A package as a parent sees it: the names of its concepts, without the hidden ones
 * (product-spec.md#9-business-constants-and-limits).
 */
export type ShelfPackage = {
  id: string;
  label: string;
  art: string | undefined;
  concepts: readonly string[];
  levels: number;
};

/** Returns the picture of a package. Its file is named after the package id, so a new package needs only a file. */
const pictures = import.meta.glob<string>('../art/package-*.svg', { eager: true, import: 'default' });

/** All packages, in teaching order. */
export const curriculumShelf = (language: Language): ShelfPackage[] =>
  curriculum.packages.map((each) => {
    const { id } = each;
    const shown = each.concepts.filter((concept) => !isExcludedConcept(concept.id));
    return {
      id,
      label: labelOf(each, language),
      art: pictures[`../art/package-${id.replaceAll('_', '-')}.svg`],
      concepts: shown.map((concept) => labelOf(concept, language)),
      levels: shown.reduce((sum, concept) => sum + concept.levels, 0),
    };
  });
