import { type Concept, curriculum, levelName, levelsOf, type Package } from '../../src/config/curriculum.ts';
import type { DemoPlay } from '../../src/contracts/demo-class.ts';
import { isExcludedConcept } from '../../src/contracts/school-zone.ts';
import type { Random } from './random.ts';

export type Level = Pick<DemoPlay, 'package' | 'concept' | 'level' | 'total'>;
/** Maps each level that a student opened to whether it is completed. Level names are unique across concepts. */
export type Played = ReadonlyMap<string, boolean>;

const { packages } = curriculum;
const freePlay = packages.length - 1;

const levelOf = ({ id }: Package, concept: Concept, level: string): Level => ({
  package: id,
  concept: concept.id,
  level,
  total: concept.levels,
});

/** The places that every student enters before the first level. They are reported, but never shown to teachers. */
export const arrival: readonly Level[] = packages.flatMap((each) =>
  each.concepts
    .filter(({ id }) => id === 'demo' || id === 'hub')
    .map((concept) => levelOf(each, concept, levelName(concept.id, 1))),
);

const isOpen = (concept: Concept, played: Played): boolean =>
  !isExcludedConcept(concept.id) && levelsOf(concept).some((level) => played.get(level) !== true);

/** Returns the first open level of a package. Sometimes it skips to the next concept, like a stuck student. */
const nextInPackage = (each: Package, played: Played, random: Random): Level | undefined => {
  const [first, second] = each.concepts.filter((concept) => isOpen(concept, played));
  const concept = random() < 0.12 ? (second ?? first) : first;
  const level = concept === undefined ? undefined : levelsOf(concept).find((name) => played.get(name) !== true);
  return concept === undefined || level === undefined ? undefined : levelOf(each, concept, level);
};

export type Choice = {
  played: Played;
  /** The index of the class's package, from `leadOf`. */
  lead: number;
  /** The chance that the student chooses free play instead. */
  roams: number;
};

/**
 * Returns the level that a student plays next: one of the class's package, or of a later package if that one is done.
 * Returns undefined if the student has completed every level.
 */
export const nextLevel = ({ played, lead, roams }: Choice, random: Random): Level | undefined => {
  const start = random() < roams ? freePlay : lead;
  for (let step = 0; step < packages.length; step += 1) {
    const each = packages[(start + step) % packages.length];
    const level = each && nextInPackage(each, played, random);
    if (level) return level;
  }
  return undefined;
};

/** The share of completed levels, over all students, at which a class starts the next package. */
const enough = 0.45;
const shownLevels = packages.map(({ concepts }) =>
  concepts.filter(({ id }) => !isExcludedConcept(id)).flatMap((concept) => levelsOf(concept)),
);

/** Returns the index of the class's current package in the curriculum. */
export const leadOf = (students: readonly Played[]): number => {
  const place = shownLevels.findIndex((levels) => {
    const done = students.flatMap((played) => levels.filter((level) => played.get(level) === true));
    return done.length < enough * levels.length * students.length;
  });
  return place === -1 ? freePlay : place;
};
