import { curriculum, levelsOf } from '../../../src/config/curriculum.ts';
import { Refusal } from '../refusal.ts';

const levelsOfPackage = new Map(
  curriculum.packages.map(({ id, concepts }) => [
    id,
    new Map(concepts.map((concept) => [concept.id, new Set(levelsOf(concept))])),
  ]),
);

/** Refuses a report about anything outside the curriculum, so that no typed text is stored. @throws Refusal */
export const requireTaught = (played: { package: string; concept: string; level: string }): void => {
  const concepts = levelsOfPackage.get(played.package);
  if (concepts === undefined) throw new Refusal('PACKAGE_DOES_NOT_EXIST');
  const levels = concepts.get(played.concept);
  if (levels === undefined) throw new Refusal('CONCEPT_DOES_NOT_EXIST');
  if (!levels.has(played.level)) throw new Refusal('LEVEL_DOES_NOT_EXIST');
};
