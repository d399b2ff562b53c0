import { done, fail, type Result } from '../../lib/result.ts';
import { type Controller, createControllerCore } from '../shared/controller.ts';
import { archiveOf } from './archive.ts';
import { fetchLevels } from './fetch-levels.ts';
import { findLevels } from './find-levels.ts';
import { isLevelName, readNames } from './level-names.ts';
import { type LevelsEvent, levelsFlow, levelsStart, type LevelsState, remainingNames } from './levels-flow.ts';
import type { LevelsServices } from './levels-services.ts';

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
