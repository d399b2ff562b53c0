import type { Endpoints } from '../../config/endpoints.ts';
import type { Failure } from '../../contracts/error-codes.ts';
import { done, type Result, withoutValue } from '../../lib/result.ts';
import { createSingleRequest } from '../../lib/single-request.ts';
import { saveFile } from '../../lib/files.ts';
import { createLevelsClient, type FoundLevel, type LevelsClient } from '../../services/levels.ts';
import { type Controller, createControllerCore } from '../shared/controller.ts';
import { archiveOf, fetchLevels, findInBatches } from './archive.ts';
import { type FileProblem, isLevelName, readNames } from './level-names.ts';

export type LevelsServices = { levels: LevelsClient; save: typeof saveFile };

export const createLevelsServices = (endpoints: Endpoints): LevelsServices => ({
  levels: createLevelsClient(endpoints),
  save: saveFile,
});

/** The levels that a file names. `missing` are the names that do not exist, in the file's order. */
export type LevelListState = {
  file: string;
  levels: readonly FoundLevel[];
  missing: readonly string[];
  chosen: ReadonlySet<string>;
};

/** The running step, or the result of the last one. */
type LevelsTask =
  | { step: 'resting' }
  | { step: 'cancelled' }
  | { step: 'reading' }
  | { step: 'unreadable'; problem: FileProblem }
  | { step: 'listing'; done: number; total: number }
  | { step: 'archiving'; done: number; total: number }
  | { step: 'archived'; saved: number; failed: readonly string[] }
  /** `keyed`: whether a key was sent. `again` repeats what failed. */
  | { step: 'stopped'; failure: Failure; keyed: boolean; again(): void };

export type LevelsState = { list: LevelListState | null; work: LevelsTask };

export type LevelsController = Controller<LevelsState> & {
  choose(names: readonly string[], on: boolean): void;
  /** Reads the names in the file, and finds their levels. */
  chooseFile(file: File): void;
  download(): void;
  /** Repeats what has failed. With `key`, the admin key is sent from now on. */
  again(key?: string): void;
  cancel(): void;
};

/** Finds and downloads levels (decisions.md#6-flows). One task runs at a time: a new one aborts the previous one. */
export const createLevelsController = ({ levels, save }: LevelsServices): LevelsController => {
  const { set, reportFailure, ...core } = createControllerCore<LevelsState>({ list: null, work: { step: 'resting' } });
  const doing = (work: LevelsTask): void => set({ ...core.state(), work });
  /** Stored here only, so that it is lost with the page. */
  let key: string | null = null;
  const request = createSingleRequest();

  /** `work` may report its progress as long as `signal` is not aborted. */
  const run = (work: (signal: AbortSignal) => Promise<Result<void>>): void => {
    request.abort();
    void request.send(work, {
      failed: (failure) => {
        doing({ step: 'stopped', failure, keyed: key !== null, again: () => run(work) });
        reportFailure(failure);
      },
    });
  };

  return {
    ...core,
    chooseFile: (file) =>
      run(async (signal) => {
        set({ list: null, work: { step: 'reading' } });
        const names = await readNames(file);
        if (signal.aborted) return done;
        if (typeof names === 'string') {
          doing({ step: 'unreadable', problem: names });
          return done;
        }
        const valid = names.filter(isLevelName);
        const told = (asked: number): void => {
          if (!signal.aborted) doing({ step: 'listing', done: asked, total: valid.length });
        };
        told(0);
        const found = await findInBatches({ levels, names: valid, key, signal }, told);
        if (!found.ok || signal.aborted) return withoutValue(found);
        const known = new Set(found.value.map(({ name }) => name));
        const missing = names.filter((name) => !known.has(name));
        const list = { file: file.name, levels: found.value, missing, chosen: new Set<string>() };
        set({ list, work: { step: 'resting' } });
        return done;
      }),
    download: () =>
      run(async (signal) => {
        const names = [...(core.state().list?.chosen ?? [])];
        doing({ step: 'archiving', done: 0, total: names.length });
        const told = () => {
          const { work } = core.state();
          if (!signal.aborted && work.step === 'archiving') doing({ ...work, done: work.done + 1 });
        };
        const fetched = await fetchLevels({ levels, names, key, signal }, told);
        if (!fetched.ok) return fetched;
        const { files, failed } = fetched.value;
        const archive = files.length === 0 ? null : await archiveOf(files);
        if (signal.aborted) return done;
        if (archive !== null) save('levels.zip', archive);
        doing({ step: 'archived', saved: files.length, failed });
        return done;
      }),
    again: (typed) => {
      key = typed ?? key;
      const { work } = core.state();
      if (work.step === 'stopped') work.again();
    },
    cancel: () => {
      request.abort();
      doing({ step: 'cancelled' });
    },
    choose: (names, on) => {
      const { list, work } = core.state();
      if (list === null) return;
      const others = [...list.chosen].filter((name) => !names.includes(name));
      set({ work, list: { ...list, chosen: new Set(on ? [...others, ...names] : others) } });
    },
    start: () => request.abort,
  };
};
