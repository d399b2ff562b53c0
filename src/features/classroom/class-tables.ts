import { curriculum, labelOf, readableName } from '../../config/curriculum.ts';
import type { Language } from '../../contracts/language.ts';
import { isExcludedConcept, type StudentHelp } from '../../contracts/calls/school-zone.ts';
import type { ClassroomReading, StudentProgress, Tally } from '../../services/school-zone/classroom.ts';

/** Returns 0 to 1, even if the game shortened a concept after a student completed it, and 0 without a tally. */
export const shareOf = (tally: Tally | undefined): number =>
  tally === undefined || tally.total === 0 ? 0 : Math.min(1, tally.done / tally.total);

export const sumOf = (tallies: readonly Tally[]): Tally => {
  const sum = { done: 0, total: 0 };
  for (const { done, total } of tallies) {
    sum.done += Math.min(done, total);
    sum.total += total;
  }
  return sum;
};

export const meanOf = (shares: readonly number[]): number =>
  shares.length === 0 ? 0 : shares.reduce((sum, share) => sum + share, 0) / shares.length;

/** Returns the step of the heat scale: none, under a quarter, under half, under three quarters, under all, all. */
export type Heat = 0 | 1 | 2 | 3 | 4 | 5;
export const heatOf = (tally: Tally | undefined): Heat => {
  const share = shareOf(tally);
  if (share === 0) return 0;
  if (share < 0.25) return 1;
  if (share < 0.5) return 2;
  if (share < 0.75) return 3;
  return share < 1 ? 4 : 5;
};

export type Column = {
  /** `package/concept` */
  key: string;
  concept: string;
  /** The index of its cell in a row. It counts through all tables. */
  place: number;
  label: string;
  /** The number of levels, for students who never opened the concept. */
  total: number;
};
/** The table of a panel. `started`: at least one student opened one of its levels. */
export type PackageTable = { id: string; label: string; started: boolean; columns: readonly Column[] };

/** Returns the name of a package. One that the curriculum does not contain is named after its id. */
export const packageLabel = (id: string, language: Language): string =>
  labelOf(curriculum.packages.find((one) => one.id === id) ?? { id }, language);

/**
 * Maps each package to its concepts, and each concept to the largest total of a student, in the order of the answer.
 */
const playedBy = (students: readonly StudentProgress[]): Map<string, Map<string, number>> => {
  const played = new Map<string, Map<string, number>>();
  for (const { packages } of students) {
    for (const [name, concepts] of packages) {
      const totals = played.get(name) ?? new Map<string, number>();
      for (const [concept, { total }] of concepts) {
        const known = totals.get(concept);
        if (known === undefined ? !isExcludedConcept(concept) : total > known) totals.set(concept, total);
      }
      if (totals.size > 0) played.set(name, totals);
    }
  }
  return played;
};

/**
 * Returns all packages in teaching order, with everything that the students played. Concepts and packages that the
 * curriculum does not contain come last, by name. Hidden concepts are removed.
 */
export const packageTables = (students: readonly StudentProgress[], language: Language): PackageTable[] => {
  const played = playedBy(students);
  const byLabel = (one: { label: string }, other: { label: string }) => one.label.localeCompare(other.label, language);

  const columnsOf = (id: string): Omit<Column, 'place'>[] => {
    const totals = played.get(id) ?? new Map<string, number>();
    const taught = (curriculum.packages.find((one) => one.id === id)?.concepts ?? []).filter(
      (concept) => !isExcludedConcept(concept.id),
    );
    const others = [...totals].filter(([name]) => taught.every((concept) => concept.id !== name));
    return [
      ...taught.map((concept) => ({
        key: `${id}/${concept.id}`,
        concept: concept.id,
        label: labelOf(concept, language),
        total: totals.get(concept.id) ?? concept.levels,
      })),
      ...others
        .map(([name, total]) => ({ key: `${id}/${name}`, concept: name, label: readableName(name), total }))
        .sort(byLabel),
    ];
  };
  let place = 0;
  const tableOf = (id: string, label: string): PackageTable => ({
    id,
    label,
    started: played.has(id),
    columns: columnsOf(id).map((column) => ({ ...column, place: place++ })),
  });

  const others = [...played.keys()].filter((id) => curriculum.packages.every((one) => one.id !== id));
  const named = (id: string) => ({ id, label: packageLabel(id, language) });
  const all = [...curriculum.packages.map(({ id }) => named(id)), ...others.map(named).sort(byLabel)];
  return all.map(({ id, label }) => tableOf(id, label));
};

export type StudentRow = {
  code: string;
  lastPlayedAt: string | null;
  help: StudentHelp | null;
  started: boolean;
  cells: readonly Tally[];
  /** The sum of the cells of each table, in the order of the tables. */
  sums: readonly Tally[];
};

/**
 * Returns a row for each student. A concept that a student never opened counts as zero completed levels of the column's
 * total.
 */
export const classRows = (
  { students, help: needed }: Pick<ClassroomReading, 'students' | 'help'>,
  tables: readonly PackageTable[],
): StudentRow[] => {
  const helpOf = new Map(needed.map((one) => [one.studentCode, one]));
  return students.map(({ code, lastPlayedAt, packages }) => {
    const byTable = tables.map(({ id, columns }) =>
      columns.map(({ concept, total }) => packages.get(id)?.get(concept) ?? { done: 0, total }),
    );
    // Hidden concepts have no column, so a package with only such concepts counts as not started.
    const started = tables.some(({ id, columns }) => columns.some(({ concept }) => packages.get(id)?.has(concept)));
    const help = helpOf.get(code) ?? null;
    return { code, lastPlayedAt, help, started, cells: byTable.flat(), sums: byTable.map(sumOf) };
  });
};
