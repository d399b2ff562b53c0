import { type Concept, curriculum, levelName, levelsOf, type Package } from '../../../src/config/curriculum.ts';
import type { DemoPlay } from '../../../src/contracts/demo-class.ts';
import { isExcludedConcept } from '../../../src/contracts/school-zone.ts';
import type { Random } from './random.ts';

export type Level = Pick<DemoPlay, 'package' | 'concept' | 'level' | 'total'>;
/** The levels that a student opened, by name; true: done. No two concepts share a level's name. */
export type Played = ReadonlyMap<string, boolean>;

const { packages } = curriculum;
const freePlay = packages.length - 1;

const levelOf = ({ id }: Package, concept: Concept, level: string): Level => ({
  package: id,
  concept: concept.id,
  level,
  total: concept.levels,
});

/** Where everybody arrives before the first level: reported as all is, and shown to no teacher. */
export const arrival: readonly Level[] = packages.flatMap((each) =>
  each.concepts
    .filter(({ id }) => id === 'demo' || id === 'hub')
    .map((concept) => levelOf(each, concept, levelName(concept.id, 1))),
);

const isOpen = (concept: Concept, played: Played): boolean =>
  !isExcludedConcept(concept.id) && levelsOf(concept).some((level) => played.get(level) !== true);

/** Returns the first level of a package that is not done. Sometimes it returns one of the next concept, as for a stuck student. */
const nextInPackage = (each: Package, played: Played, random: Random): Level | undefined => {
  const [first, second] = each.concepts.filter((concept) => isOpen(concept, played));
  const concept = random() < 0.12 ? (second ?? first) : first;
  const level = concept === undefined ? undefined : levelsOf(concept).find((name) => played.get(name) !== true);
  return concept === undefined || level === undefined ? undefined : levelOf(each, concept, level);
};

export type Choice = {
  played: Played;
  /** See `leadOf`. */
  lead: number;
  /** The chance of free play instead. */
  roams: number;
};

/** What a student plays next: with the class, or with the next package when that one is done. undefined: all is done. */
export const nextLevel = ({ played, lead, roams }: Choice, random: Random): Level | undefined => {
  const start = random() < roams ? freePlay : lead;
  for (let step = 0; step < packages.length; step += 1) {
    const each = packages[(start + step) % packages.length];
    const level = each && nextInPackage(each, played, random);
    if (level) return level;
  }
  return undefined;
};

/** A class goes on to the next package when this share of all levels of all students is done. */
const enough = 0.45;
const shownLevels = packages.map(({ concepts }) =>
  concepts.filter(({ id }) => !isExcludedConcept(id)).flatMap((concept) => levelsOf(concept)),
);

/** The package that a class is at, by its place in the curriculum. */
export const leadOf = (students: readonly Played[]): number => {
  const place = shownLevels.findIndex((levels) => {
    const done = students.flatMap((played) => levels.filter((level) => played.get(level) === true));
    return done.length < enough * levels.length * students.length;
  });
  return place === -1 ? freePlay : place;
};
