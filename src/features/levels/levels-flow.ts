import type { Failure } from '../../contracts/error-codes.ts';
import type { FoundLevel } from '../../services/levels/levels.ts';
import { isLevelName, type UnreadableFile } from './level-names.ts';

/** The names of a file, and what is known of them. */
export type LevelListState = {
  file: string;
  /** The names as in the file. */
  names: readonly string[];
  /** How many of the valid names were requested so far. */
  asked: number;
  levels: readonly FoundLevel[];
  chosen: ReadonlySet<string>;
};

/** The running step, or the result of the last one. */
export type LevelsTask =
  | { step: 'resting' }
  | { step: 'cancelled' }
  | { step: 'reading' }
  | ({ step: 'unreadable' } & UnreadableFile)
  | { step: 'listing'; done: number; total: number }
  | { step: 'archiving'; names: readonly string[]; done: number }
  | { step: 'archived'; saved: number; failed: readonly string[] }
  /** `archiving`: the names to download; null when the list failed. `keyed`: whether a key was sent. */
  | { step: 'stopped'; failure: Failure; keyed: boolean; archiving: readonly string[] | null };

/** The states of the level tool (decisions.md#6-flows), without React and without a server. */
export type LevelsState = { list: LevelListState | null; work: LevelsTask };

export type LevelsEvent =
  | { type: 'chose-file' }
  | ({ type: 'file-refused' } & UnreadableFile)
  | { type: 'file-read'; file: string; names: readonly string[] }
  | { type: 'listing' }
  | { type: 'listed'; asked: number; levels: readonly FoundLevel[] }
  | { type: 'chose'; name: string; on: boolean }
  | { type: 'chose-all'; on: boolean }
  | { type: 'archiving'; names: readonly string[] }
  | { type: 'fetched' }
  | { type: 'archived'; saved: number; failed: readonly string[] }
  | { type: 'failed'; failure: Failure; keyed: boolean }
  | { type: 'cancelled' };

export const levelsStart: LevelsState = { list: null, work: { step: 'resting' } };

const askable = ({ names }: LevelListState): string[] => names.filter(isLevelName);
/** Returns the names that remain to be requested. After a failure the list continues where it stopped. */
export const remainingNames = (list: LevelListState): string[] => askable(list).slice(list.asked);
/** Returns the names that do not exist, in the file's order. */
export const missingIn = ({ names, levels }: LevelListState): string[] => {
  const found = new Set(levels.map(({ name }) => name));
  return names.filter((name) => !found.has(name));
};

/** Returns the idle state when no name remains. */
const listing = (list: LevelListState): LevelsState => {
  const total = askable(list).length;
  return { list, work: list.asked < total ? { step: 'listing', done: list.asked, total } : { step: 'resting' } };
};

const ofList = (state: LevelsState, next: (list: LevelListState) => LevelsState): LevelsState =>
  state.list === null ? state : next(state.list);

export const levelsFlow = (state: LevelsState, event: LevelsEvent): LevelsState => {
  const { work } = state;
  switch (event.type) {
    case 'chose-file':
      return { list: null, work: { step: 'reading' } };
    case 'file-refused':
      return { list: null, work: { step: 'unreadable', problem: event.problem, line: event.line } };
    case 'file-read':
      return listing({ file: event.file, names: event.names, asked: 0, levels: [], chosen: new Set() });
    case 'listing':
      return ofList(state, listing);
    case 'listed':
      return ofList(state, (list) =>
        listing({ ...list, asked: list.asked + event.asked, levels: [...list.levels, ...event.levels] }),
      );
    case 'chose':
      return ofList(state, (list) => {
        const others = [...list.chosen].filter((name) => name !== event.name);
        return { ...state, list: { ...list, chosen: new Set(event.on ? [...others, event.name] : others) } };
      });
    case 'chose-all':
      return ofList(state, (list) => {
        const names = event.on ? list.levels.map(({ name }) => name) : [];
        return { ...state, list: { ...list, chosen: new Set(names) } };
      });
    case 'archiving':
      return { ...state, work: { step: 'archiving', names: event.names, done: 0 } };
    case 'fetched':
      return work.step === 'archiving' ? { ...state, work: { ...work, done: work.done + 1 } } : state;
    case 'archived':
      return { ...state, work: { step: 'archived', saved: event.saved, failed: event.failed } };
    case 'failed': {
      const { failure, keyed } = event;
      const archiving = work.step === 'archiving' ? work.names : null;
      return { ...state, work: { step: 'stopped', failure, keyed, archiving } };
    }
    case 'cancelled':
      // An incomplete list would report names as missing that were not requested.
      return { list: work.step === 'archiving' ? state.list : null, work: { step: 'cancelled' } };
  }
};
