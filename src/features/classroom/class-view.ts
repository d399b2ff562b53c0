import { curriculum, labelOf, type Named } from '../../config/curriculum.ts';
import type { Language } from '../../contracts/language.ts';
import {
  type CompletedByWeek,
  isExcludedConcept,
  shownStudent,
  type StudentHelp,
  weeksShown,
} from '../../contracts/calls/school-zone.ts';
import { day } from '../../lib/time.ts';
import type { Translate } from '../../i18n/translate.ts';
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

type Column = {
  /** `package/concept` */
  key: string;
  concept: string;
  label: string;
  /** The number of levels, for students who never opened the concept. */
  total: number;
};
/** The table of a panel. `started`: at least one student opened one of its levels. */
export type PackageTable = { id: string; label: string; started: boolean; columns: readonly Column[] };

/** Returns the name of a package. One that the curriculum does not contain is named after its id. */
const packageLabel = (id: string, language: Language): string =>
  labelOf(curriculum.packages.find((one) => one.id === id) ?? { id }, language);

/** Maps each package to its concepts, and each concept to its largest total, in the order of the answer. */
const playedBy = (students: readonly StudentProgress[]): Map<string, Map<string, number>> => {
  const played = new Map<string, Map<string, number>>();
  for (const { packages } of students) {
    for (const [name, concepts] of packages) {
      const totals = played.get(name) ?? new Map<string, number>();
      for (const [concept, { total }] of concepts) {
        if (!isExcludedConcept(concept)) totals.set(concept, Math.max(total, totals.get(concept) ?? 0));
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
  /** Returns what was played and is not taught. */
  const untaught = (names: Iterable<string>, taught: readonly Named[]) =>
    [...names]
      .filter((name) => taught.every(({ id }) => id !== name))
      .map((id) => ({ id, levels: 0, concepts: [] }))
      .sort((one, other) => labelOf(one, language).localeCompare(labelOf(other, language), language));
  return [...curriculum.packages, ...untaught(played.keys(), curriculum.packages)].map(({ id, concepts }) => {
    const totals = played.get(id) ?? new Map<string, number>();
    const taught = concepts.filter((concept) => !isExcludedConcept(concept.id));
    const columns = [...taught, ...untaught(totals.keys(), taught)].map((concept) => ({
      key: `${id}/${concept.id}`,
      concept: concept.id,
      label: labelOf(concept, language),
      total: totals.get(concept.id) ?? concept.levels,
    }));
    return { id, label: packageLabel(id, language), started: played.has(id), columns };
  });
};

/** The panel of all packages, with a column for each package that a student started. */
export const overviewId = 'overview';

/** How many levels were completed for the first time in the last seven days, in the seven before, and so on. */
type Weeks = readonly number[];

/** Returns the sum of concepts, packages or students. */
const sumOfWeeks = (all: readonly Readonly<Record<number, number>>[]): Weeks =>
  Array.from({ length: weeksShown }, (_, week) => all.reduce((sum, weeks) => sum + (weeks[week] ?? 0), 0));

export type StudentRow = {
  code: string;
  lastPlayedAt: string | null;
  help: StudentHelp | null;
  started: boolean;
  /** By the keys of the columns. A concept that the student never opened counts as none of the column's levels. */
  cells: ReadonlyMap<string, Tally>;
  /** By the ids of the panels. */
  weeks: ReadonlyMap<string, Weeks>;
  completed: CompletedByWeek;
};

type Played = Pick<StudentRow, 'lastPlayedAt' | 'started'>;

/** Returns the levels of the last seven days. */
export const thisWeek = ({ weeks }: StudentRow, panel: string): number => weeks.get(panel)?.[0] ?? 0;

type Reading = Pick<ClassroomReading, 'students' | 'help' | 'readAt' | 'countedFrom'>;

const classRows = ({ students, help: needed }: Reading, tables: readonly PackageTable[]): StudentRow[] =>
  students.map(({ code, lastPlayedAt, packages, completed }) => {
    const concepts = tables.flatMap(({ id, columns }) =>
      columns.map(({ key, concept, total }) => [key, packages.get(id)?.get(concept) ?? { done: 0, total }] as const),
    );
    const cells = new Map(concepts);
    for (const { id, columns } of tables) cells.set(id, sumOf(columns.flatMap(({ key }) => cells.get(key) ?? [])));
    const weeks = new Map(tables.map(({ id }) => [id, sumOfWeeks(Object.values(completed[id] ?? {}))]));
    weeks.set(overviewId, sumOfWeeks([...weeks.values()]));
    // Hidden concepts have no column, so a package with only such concepts counts as not started.
    const started = tables.some(({ id, columns }) => columns.some(({ concept }) => packages.get(id)?.has(concept)));
    const help = needed.find(({ studentCode }) => studentCode === code) ?? null;
    return { code, lastPlayedAt, help, started, cells, weeks, completed };
  });

/** The sort order of the rows: by `student`, by `lastPlayed`, or by the key of a column. */
export type Sort = { key: string; descending: boolean };

/** The key of a panel's column "This week". No package is named like that. */
export const weekKey = (panel: string): string => `/${panel}`;

/** Returns the order after a press on a column's head. A second press reverses it. */
export const pressedSort = (sort: Sort, key: string): Sort => ({
  key,
  descending: sort.key === key && !sort.descending,
});

/** As the server sorts them: an earlier system may have given out the codes 1 to 35. */
const byCode = ({ code: one }: StudentRow, { code: other }: StudentRow): number =>
  one.length - other.length || (one < other ? -1 : 1);

/** Equal rows are sorted by their codes, in both directions. A student who never played has the longest absence. */
const sortRows = (rows: readonly StudentRow[], { key, descending }: Sort): StudentRow[] => {
  const direction = descending ? -1 : 1;
  if (key === 'student') return rows.toSorted((one, other) => direction * byCode(one, other));
  const rank = (row: StudentRow): number => {
    if (key === 'lastPlayed') return Date.parse(row.lastPlayedAt ?? '1970-01-01');
    return key.startsWith('/') ? thisWeek(row, key.slice(1)) : shareOf(row.cells.get(key));
  };
  return rows.toSorted((one, other) => direction * (rank(one) - rank(other)) || byCode(one, other));
};

/** Shows only the students who may need help, or only those who completed no level in the last seven days. */
export type Filter = 'help' | 'idle';
export type ViewOptions = { sort: Sort; only: Filter | null };

export type Panel = PackageTable & {
  /** The mean share of the class in this package, 0 to 1. */
  average: number;
};

export type ClassView = {
  /** How many students the class has, and how many have started. */
  students: number;
  started: number;
  /** How many students each filter leaves. */
  matching: Readonly<Record<Filter, number>>;
  /** The levels of the whole class by week. */
  weeks: Weeks;
  /** When the counting began, if that is so recent that a week is not whole. */
  countedFrom: number | null;
  /** When the class last played, or null. */
  lastPlayedAt: string | null;
  /** All packages, without a label. */
  overview: Panel;
  /** A panel for each package. */
  panels: readonly Panel[];
  /** The filtered and sorted rows, the same ones in every panel. */
  rows: readonly StudentRow[];
};

export const classView = (reading: Reading, { sort, only }: ViewOptions, language: Language): ClassView => {
  const tables = packageTables(reading.students, language);
  const everybody = classRows(reading, tables);
  const filtered = {
    help: everybody.filter(({ help }) => help !== null),
    idle: everybody.filter((row) => thisWeek(row, overviewId) === 0),
  };
  const weeks = sumOfWeeks(everybody.map((row) => row.weeks.get(overviewId) ?? []));
  const [today = 0, firstDay = 0] = [reading.readAt, reading.countedFrom].map((time) => Math.floor(time / day));
  const firstWeek = Math.floor((today - firstDay) / 7);
  // A report may be about a day before, so that these weeks are known, too.
  const isNew = firstWeek < 2 && weeks.slice(firstWeek + 1).every((levels) => levels === 0);
  const columns = tables
    .filter(({ started }) => started)
    .map(({ id, label, columns: concepts }) => ({
      key: id,
      concept: id,
      label,
      total: concepts.reduce((sum, { total }) => sum + total, 0),
    }));
  const panelOf = (table: PackageTable): Panel => {
    const shareIn = ({ cells }: StudentRow) => shareOf(sumOf(table.columns.flatMap(({ key }) => cells.get(key) ?? [])));
    return { ...table, average: meanOf(everybody.map(shareIn)) };
  };
  return {
    students: everybody.length,
    started: everybody.filter(({ started }) => started).length,
    matching: { help: filtered.help.length, idle: filtered.idle.length },
    weeks,
    countedFrom: isNew ? reading.countedFrom : null,
    lastPlayedAt:
      everybody
        .flatMap(({ lastPlayedAt }) => lastPlayedAt ?? [])
        .toSorted()
        .at(-1) ?? null,
    overview: panelOf({ id: overviewId, label: '', started: columns.length > 0, columns }),
    panels: tables.map(panelOf),
    rows: sortRows(only === null ? everybody : filtered[only], sort),
  };
};

export const emptyCell = '–';

/** Creates the texts of the tables and the file once for a language, because formats are slow to create. */
export const createTexts = (t: Translate) => {
  const { language } = t;
  const { format: number } = new Intl.NumberFormat(language);
  const percent = new Intl.NumberFormat(language, { style: 'percent' });
  const { format: day } = new Intl.DateTimeFormat(language, { dateStyle: 'medium' });
  const { format: time } = new Intl.DateTimeFormat(language, { timeStyle: 'short' });
  const { format: shortDay } = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short' });
  /** Says when a student played whose last day is not known: never, or in an earlier system. */
  const undated = (started: boolean): string => (started ? t('one.earlier') : t('table.never'));
  return {
    student: shownStudent,
    // No-break spaces, because a spreadsheet would read "5 / 6" with plain spaces as the fifth of June.
    cell: (tally: Tally | undefined): string =>
      tally === undefined ? emptyCell : `${tally.done}\u00A0/\u00A0${tally.total}`,
    /** Formats the student's last day in the reader's time zone. */
    lastPlayed: ({ lastPlayedAt, started }: Played): string =>
      lastPlayedAt === null ? undated(started) : day(new Date(lastPlayedAt)),
    /** Formats the day without its year, for a narrow column. */
    shortDay: ({ lastPlayedAt, started }: Played): string =>
      lastPlayedAt === null ? undated(started) : shortDay(new Date(lastPlayedAt)),
    day,
    help: ({ reason, package: id }: StudentHelp, { started }: Played): string =>
      id === null && !started ? t('help.never') : t(`help.${reason}`, { package: packageLabel(id ?? '', language) }),
    number,
    levels: (count: number): string => t('week.levels', { count, number: number(count) }),
    /** Never rounds up, so that 100 % means everything. The addition corrects 0.29, whose binary value is too small. */
    percent: (share: number): string => percent.format(Math.floor(share * 100 + 1e-9) / 100),
    time,
  };
};

export type ClassTexts = ReturnType<typeof createTexts>;

/** Says how many students completed how many levels in the last seven days, and what to compare that with. */
export const weekSentence = (view: ClassView, t: Translate, texts: ClassTexts): string => {
  const { students, matching, weeks, countedFrom, lastPlayedAt } = view;
  const [levels = 0, before = 0] = weeks;
  const active = students - matching.idle;
  const some = students === 1 ? 'week.only' : 'week.done';
  const said = t(levels === 0 ? 'week.none' : some, { count: active, whole: students, levels: texts.levels(levels) });
  const sentences = [said];
  if (before > 0 || (levels > 0 && countedFrom === null))
    sentences.push(t('week.before', { levels: texts.levels(before) }));
  if (countedFrom !== null) sentences.push(t('week.since', { day: texts.day(countedFrom) }));
  else if (levels + before === 0 && lastPlayedAt !== null)
    sentences.push(t('week.last', { day: texts.day(new Date(lastPlayedAt)) }));
  return sentences.join(' ');
};
