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

export type LevelsController = Controller<LevelsState> & {
  /** Selects a level for the download, or no longer. */
  choose(name: string, on: boolean): void;
  chooseAll(on: boolean): void;
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
  const { set, reportFailure, ...core } = createControllerCore<LevelsState>({ list: null, work: { step: 'resting' } });
  const doing = (work: LevelsTask): void => set({ ...core.state(), work });
  const ofList = (next: (list: LevelListState) => LevelsState): void => {
    const { list } = core.state();
    if (list !== null) set(next(list));
  };
  const select = (next: (list: LevelListState) => Iterable<string>): void =>
    ofList((list) => ({ ...core.state(), list: { ...list, chosen: new Set(next(list)) } }));
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
    const { work: task } = core.state();
    const archiving = task.step === 'archiving' ? task.names : null;
    doing({ step: 'stopped', failure: result.failure, keyed: key !== null, archiving });
    reportFailure(result.failure);
  };

  const ask = (names: readonly string[], signal: AbortSignal): Promise<Result<void>> =>
    findLevels({ levels, names, key, signal }, (found, asked) => {
      if (signal.aborted) return;
      ofList((list) => listing({ ...list, asked: list.asked + asked, levels: [...list.levels, ...found] }));
    });

  const download = (names: readonly string[]): void =>
    void run(async (signal) => {
      doing({ step: 'archiving', names, done: 0 });
      const told = () => {
        const { work } = core.state();
        if (!signal.aborted && work.step === 'archiving') doing({ ...work, done: work.done + 1 });
      };
      const fetched = await fetchLevels({ levels, names, key, signal }, told);
      if (!fetched.ok) return fetched;
      const { files, failed } = fetched.value;
      const archive = files.length === 0 ? null : await archiveOf(files);
      if (signal.aborted) return done;
      if (archive !== null) save(archiveName, archive);
      doing({ step: 'archived', saved: files.length, failed });
      return done;
    });

  const again = (): void => {
    const { list, work } = core.state();
    if (work.step !== 'stopped') return;
    if (work.archiving !== null) return download(work.archiving);
    void run((signal) => {
      ofList(listing);
      return ask(list === null ? [] : remainingNames(list), signal);
    });
  };

  return {
    ...core,
    chooseFile: (file) =>
      void run(async (signal) => {
        set({ list: null, work: { step: 'reading' } });
        const reading = await readNames(file);
        if (signal.aborted) return done;
        if (!reading.ok) {
          doing({ step: 'unreadable', problem: reading.problem, line: reading.line });
          return done;
        }
        const { names } = reading;
        set(listing({ file: file.name, names, asked: 0, levels: [], chosen: new Set() }));
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
      const { list, work } = core.state();
      // An incomplete list would report names as missing that were not requested.
      set({ list: work.step === 'archiving' ? list : null, work: { step: 'cancelled' } });
    },
    choose: (name, on) =>
      select(({ chosen }) => {
        const others = [...chosen].filter((other) => other !== name);
        return on ? [...others, name] : others;
      }),
    chooseAll: (on) => select(({ levels: found }) => (on ? found.map(({ name }) => name) : [])),
    start: () => () => running?.abort(),
  };
};
