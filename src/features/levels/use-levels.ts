import { useEffect, useReducer, useRef } from 'react';
import type { Theme } from '../../contracts/elements.ts';
import type { ErrorCode, Failure } from '../../contracts/error-codes.ts';
import type { Language } from '../../contracts/language.ts';
import { errorSentence } from '../../i18n/error-sentence.ts';
import type { Translate } from '../../i18n/translate.ts';
import { done, fail, type Result } from '../../lib/result.ts';
import { useLifecycleEvents } from '../../ui/use-lifecycle-events.ts';
import { archiveOf } from './archive.ts';
import { fetchLevels } from './fetch-levels.ts';
import { findLevels } from './find-levels.ts';
import { isLevelName, readNames } from './level-names.ts';
import { levelsFlow, levelsStart, remainingNames } from './levels-flow.ts';
import type { LevelsServices } from './levels-services.ts';

export type LevelsProps = {
  /** Messages of `levels`. */
  t: Translate;
  language: Language;
  services: LevelsServices;
  theme?: Theme | undefined;
  onAuthError(problem: { code: ErrorCode; message: string }): void;
  /** Called when the element accepts a file. */
  onReady(): void;
};

const archiveName = 'levels.zip';

/** Codes with a message that only this page has. Every other code has the message of the account pages. */
export const levelsProblems = ['INVALID_PAYLOAD', 'NOT_FOUND', 'PAYLOAD_TOO_LARGE', 'UNAUTHORIZED'];

/** Runs the flow with the services. One task runs at a time: a new one aborts the previous one. */
export const useLevels = ({ t, services, onAuthError, onReady }: LevelsProps) => {
  const { levels, save } = services;
  const [state, dispatch] = useReducer(levelsFlow, levelsStart);
  /** Stored here only, so that it is lost with the page. */
  const key = useRef<string | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  useLifecycleEvents(onReady);

  const sentence = (failure: Failure): string =>
    levelsProblems.includes(failure.code)
      ? t(`problems.${failure.code}`)
      : errorSentence(t, 'account', failure.code, failure);

  /** `work` may report its progress as long as `signal` is not aborted. */
  const run = async (work: (signal: AbortSignal) => Promise<Result<void>>): Promise<void> => {
    running.current?.abort();
    const { signal } = (running.current = new AbortController());
    // An internal error must not leave the page busy.
    const result = await work(signal).catch(() => fail('GENERIC_ERROR'));
    if (signal.aborted || result.ok) return;
    dispatch({ type: 'failed', failure: result.failure, keyed: key.current !== null });
    onAuthError({ code: result.failure.code, message: sentence(result.failure) });
  };

  const ask = (names: readonly string[], signal: AbortSignal): Promise<Result<void>> =>
    findLevels({ levels, names, key: key.current, signal }, (found, asked) => {
      if (!signal.aborted) dispatch({ type: 'listed', levels: found, asked });
    });

  const chooseFile = (file: File) =>
    run(async (signal) => {
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
    });

  const download = (names: readonly string[]) =>
    run(async (signal) => {
      dispatch({ type: 'archiving', names });
      const told = () => {
        if (!signal.aborted) dispatch({ type: 'fetched' });
      };
      const fetched = await fetchLevels({ levels, names, key: key.current, signal }, told);
      if (!fetched.ok) return fetched;
      const { files, failed } = fetched.value;
      const archive = files.length === 0 ? null : await archiveOf(files);
      if (signal.aborted) return done;
      if (archive !== null) save(archiveName, archive);
      dispatch({ type: 'archived', saved: files.length, failed });
      return done;
    });

  const again = () => {
    const { list, work } = state;
    if (work.step !== 'stopped') return undefined;
    if (work.archiving !== null) return download(work.archiving);
    return run((signal) => {
      dispatch({ type: 'listing' });
      return ask(list === null ? [] : remainingNames(list), signal);
    });
  };

  const unlock = (typed: string) => {
    key.current = typed;
    return again();
  };

  const cancel = () => {
    running.current?.abort();
    dispatch({ type: 'cancelled' });
  };

  return { state, dispatch, sentence, chooseFile, download, again, unlock, cancel };
};
