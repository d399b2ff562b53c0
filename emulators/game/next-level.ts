import { type Concept, curriculum, levelName, levelNamesOf, type Package } from '../../src/config/curriculum.ts';
import type { DemoPlay } from '../../src/contracts/demo-class.ts';
import { isExcludedConcept } from '../../src/contracts/school-zone.ts';
import type { Random } from './habits.ts';

export type GameLevel = Pick<DemoPlay, 'package' | 'concept' | 'level' | 'total'>;
/** Maps each level that a student opened to whether it is completed. Level names are unique across concepts. */
export type PlayedLevels = ReadonlyMap<string, boolean>;

const { packages } = curriculum;
const freePlay = packages.length - 1;

const levelOf = ({ id }: Package, concept: Concept, level: string): GameLevel => ({
  package: id,
  concept: concept.id,
  level,
  total: concept.levels,
});

/** The places that every student enters before the first level. They are reported, but never shown to teachers. */
export const entryLevels: readonly GameLevel[] = packages.flatMap((each) =>
  each.concepts
    .filter(({ id }) => id === 'demo' || id === 'hub')
    .map((concept) => levelOf(each, concept, levelName(concept.id, 1))),
);

const isOpen = (concept: Concept, played: PlayedLevels): boolean =>
  !isExcludedConcept(concept.id) && levelNamesOf(concept).some((level) => played.get(level) !== true);

/** Returns the first open level of a package. Sometimes it skips to the next concept, like a stuck student. */
const nextInPackage = (each: Package, played: PlayedLevels, random: Random): GameLevel | undefined => {
  const [first, second] = each.concepts.filter((concept) => isOpen(concept, played));
  const concept = random() < 0.12 ? (second ?? first) : first;
  const level = concept === undefined ? undefined : levelNamesOf(concept).find((name) => played.get(name) !== true);
  return concept === undefined || level === undefined ? undefined : levelOf(each, concept, level);
};

export type NextLevelInput = {
  played: PlayedLevels;
  /** The index of the class's package, from `leadOf`. */
  lead: number;
  /** The chance that the student chooses free play instead. */
  roams: number;
};

/**
 * Returns the level that a student plays next: one of the class's package, or of a later package if that one is done.
 * Returns undefined if the student has completed every level.
 */
export const nextLevel = ({ played, lead, roams }: NextLevelInput, random: Random): GameLevel | undefined => {
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
  concepts.filter(({ id }) => !isExcludedConcept(id)).flatMap((concept) => levelNamesOf(concept)),
);

/** Returns the index of the class's current package in the curriculum. */
export const currentPackageIndex = (students: readonly PlayedLevels[]): number => {
  const place = shownLevels.findIndex((levels) => {
    const done = students.flatMap((played) => levels.filter((level) => played.get(level) === true));
    return done.length < enough * levels.length * students.length;
  });
  return place === -1 ? freePlay : place;
};
