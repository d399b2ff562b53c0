import { curriculum } from '../../src/config/curriculum.ts';
import { readableName } from '../../src/config/readable-name.ts';
import type { Language } from '../../src/contracts/language.ts';
import { isExcludedConcept } from '../../src/contracts/school-zone.ts';

/** A package as a parent sees it: the names of its concepts, without those that never show (spec section 9). */
export type ShelfPackage = {
  id: string;
  label: string;
  art: string | undefined;
  concepts: readonly string[];
  levels: number;
};

/** A package's picture is named after its id, so that a new one needs a file and nothing here. */
const pictures = import.meta.glob<string>('../art/package-*.svg', { eager: true, import: 'default' });

/** All packages, in teaching order. */
export const curriculumShelf = (language: Language): ShelfPackage[] =>
  curriculum.packages.map(({ id, label, concepts }) => {
    const shown = concepts.filter((concept) => !isExcludedConcept(concept.id));
    return {
      id,
      label: label[language],
      art: pictures[`../art/package-${id.replaceAll('_', '-')}.svg`],
      concepts: shown.map((concept) => concept.label?.[language] ?? readableName(concept.id)),
      levels: shown.reduce((sum, concept) => sum + concept.levels, 0),
    };
  });
