import type { Endpoints } from '../../config/endpoints.ts';
import type { Failure } from '../../contracts/error-codes.ts';
import { done, fail, type Result } from '../../lib/result.ts';
import { saveFile } from '../../lib/browser.ts';
import { createLevelsClient, type FoundLevel, type LevelsClient } from '../../services/levels/levels.ts';
import { type Controller, createControllerCore } from '../shared/controller.ts';
import { archiveOf, fetchLevels, findLevels } from './archive.ts';
import { isLevelName, readNames, type UnreadableFile } from './level-names.ts';

export type LevelsServices = {
  levels: LevelsClient;
  /** Saves a file as a download. */
  save(name: string, content: Blob): void;
};

export const createLevelsServices = (endpoints: Endpoints): LevelsServices => ({
  levels: createLevelsClient(endpoints),
  save: saveFile,
});

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

export type LevelsController = Controller<LevelsState> & {
  dispatch(event: LevelsEvent): void;
  /** Reads the names in the file, and finds their levels. */
  chooseFile(file: File): void;
  /** Saves these levels in one archive. */
  download(names: readonly string[]): void;
  /** Continues what has failed. */
  again(): void;
  /** Continues with this admin key. */
  unlock(key: string): void;
  cancel(): void;
};

const archiveName = 'levels.zip';

/** Finds and downloads levels (decisions.md#6-flows). One task runs at a time: a new one aborts the previous one. */
export const createLevelsController = ({ levels, save }: LevelsServices): LevelsController => {
  const { set, reportFailure, ...core } = createControllerCore(levelsStart);
  const dispatch = (event: LevelsEvent): void => set(levelsFlow(core.state(), event));
  /** Stored here only, so that it is lost with the page. */
  let key: string | null = null;
  let running: AbortController | undefined;

  /** `work` may report its progress as long as `signal` is not aborted. */
  const run = async (work: (signal: AbortSignal) => Promise<Result<void>>): Promise<void> => {
    running?.abort();
    const { signal } = (running = new AbortController());
    // An internal error must not leave the page busy.
    const result = await work(signal).catch(() => fail('GENERIC_ERROR'));
    if (signal.aborted || result.ok) return;
    dispatch({ type: 'failed', failure: result.failure, keyed: key !== null });
    reportFailure(result.failure);
  };

  const ask = (names: readonly string[], signal: AbortSignal): Promise<Result<void>> =>
    findLevels({ levels, names, key, signal }, (found, asked) => {
      if (!signal.aborted) dispatch({ type: 'listed', levels: found, asked });
    });

  const download = (names: readonly string[]): void =>
    void run(async (signal) => {
      dispatch({ type: 'archiving', names });
      const told = () => {
        if (!signal.aborted) dispatch({ type: 'fetched' });
      };
      const fetched = await fetchLevels({ levels, names, key, signal }, told);
      if (!fetched.ok) return fetched;
      const { files, failed } = fetched.value;
      const archive = files.length === 0 ? null : await archiveOf(files);
      if (signal.aborted) return done;
      if (archive !== null) save(archiveName, archive);
      dispatch({ type: 'archived', saved: files.length, failed });
      return done;
    });

  const again = (): void => {
    const { list, work } = core.state();
    if (work.step !== 'stopped') return;
    if (work.archiving !== null) return download(work.archiving);
    void run((signal) => {
      dispatch({ type: 'listing' });
      return ask(list === null ? [] : remainingNames(list), signal);
    });
  };

  return {
    ...core,
    dispatch,
    chooseFile: (file) =>
      void run(async (signal) => {
        dispatch({ type: 'chose-file' });
        const reading = await readNames(file);
        if (signal.aborted) return done;
        if (!reading.ok) {
          dispatch({ type: 'file-refused', problem: reading.problem, line: reading.line });
          return done;
        }
        const { names } = reading;
        dispatch({ type: 'file-read', file: file.name, names });
        return ask(names.filter(isLevelName), signal);
      }),
    download,
    again,
    unlock: (typed) => {
      key = typed;
      again();
    },
    cancel: () => {
      running?.abort();
      dispatch({ type: 'cancelled' });
    },
    start: () => () => running?.abort(),
  };
};
