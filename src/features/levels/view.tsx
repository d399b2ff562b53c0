import { type ChangeEvent, type RefObject, useId, useLayoutEffect, useRef } from 'react';
import type { Translate } from '../../i18n/translate.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { Message } from '../../ui/message.tsx';
import { ElementFrame } from '../shared/element-form.tsx';
import { formText } from '../shared/form-error.ts';
import { type Sentence, useController, useElement, useReady } from '../shared/use-element.ts';
import type { LevelsController, LevelsState } from './controller.ts';
import { LevelList } from './level-list.tsx';
import { type FileProblem, mostNames } from './level-names.ts';
import levelsCss from './levels.css?inline';

/** Codes with a message that only this page has. Every other code has the message of the account pages. */
const levelsProblems = ['INVALID_PAYLOAD', 'NOT_FOUND', 'PAYLOAD_TOO_LARGE', 'UNAUTHORIZED'];

/** Names in a `<details>` with a summary, because there may be many. */
function NameList({ summary, names }: { summary: string; names: readonly string[] }) {
  return (
    <details className="maths-names">
      <summary className="maths-link">{summary}</summary>
      <ul>
        {names.map((name) => (
          <li key={name}>{name}</li>
        ))}
      </ul>
    </details>
  );
}

/** Shows the running step in a few words. It is always in the page, so that screen readers announce its changes. */
const statusOf = (t: Translate, { list, work }: LevelsState): string => {
  switch (work.step) {
    case 'reading':
    case 'cancelled':
      return t(`status.${work.step}`);
    case 'listing':
    case 'archiving':
      return t(`status.${work.step}`, { total: work.total });
    case 'archived':
      return work.failed.length === 0 ? t('status.archived', { saved: work.saved }) : '';
    case 'resting':
      return list === null ? '' : t('status.listed', { file: list.file, found: list.levels.length });
    default:
      return '';
  }
};

export function Levels({ controller }: { controller: LevelsController }) {
  const { t, sentence } = useElement();
  const say: Sentence = (failure) =>
    levelsProblems.includes(failure.code) ? t(`problems.${failure.code}`) : sentence(failure);
  const state = useController(controller, say);
  useReady();
  const { cancel } = controller;
  const { list, work } = state;
  const status = useRef<HTMLParagraphElement>(null);
  /** The pressed control is removed, so the focus moves to its result. */
  const from = (action: () => unknown) => () => {
    status.current?.focus();
    action();
  };
  const asksKey = work.step === 'stopped' && work.failure.code === 'UNAUTHORIZED';
  const missing = list?.missing ?? [];
  return (
    <ElementFrame>
      <FilePanel problem={work.step === 'unreadable' ? work.problem : null} onFile={controller.chooseFile} />
      <p ref={status} className="maths-status" role="status" tabIndex={-1}>
        {statusOf(t, state)}
      </p>
      {work.step === 'listing' && <Progress {...work} outcome={status} onCancel={cancel} />}
      {asksKey && <KeyForm refused={work.keyed} onKey={(key) => from(() => controller.again(key))()} />}
      {work.step === 'stopped' && !asksKey && (
        <div className="maths-failure">
          <Message tone="bad">{say(work.failure)}</Message>
          {work.failure.code !== 'PAYLOAD_TOO_LARGE' && (
            <Button variant="line" onClick={from(() => controller.again())}>
              {t('common.retry')}
            </Button>
          )}
        </div>
      )}
      {work.step === 'archived' && work.failed.length > 0 && (
        <div className="maths-failure">
          <Message tone="bad">{t('failed.message', { saved: work.saved, failed: work.failed.length })}</Message>
          <NameList summary={t('failed.names')} names={work.failed} />
        </div>
      )}
      {missing.length > 0 && <NameList summary={t('missing', { total: missing.length })} names={missing} />}
      {list !== null && list.levels.length > 0 && (
        <LevelList
          {...{ controller, list }}
          progress={work.step === 'archiving' && <Progress {...work} outcome={status} onCancel={cancel} />}
        />
      )}
    </ElementFrame>
  );
}
Levels.styles = [levelsCss];

type ProgressProps = {
  done: number;
  total: number;
  /** The element that shows the result. It gets the focus if the focus is here when this component is removed. */
  outcome: RefObject<HTMLElement | null>;
  onCancel(): void;
};

function Progress({ done, total, outcome, onCancel }: ProgressProps) {
  const { t } = useElement();
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const end = outcome.current;
    const { current } = box;
    return () => {
      if (current?.querySelector(':focus')) end?.focus();
    };
  }, [outcome]);
  return (
    <div ref={box} className="maths-progress">
      <label htmlFor={id}>{t('progress.label', { done, total })}</label>
      <progress id={id} value={done} max={total} />
      <Button variant="line" onClick={onCancel}>
        {t('progress.cancel')}
      </Button>
    </div>
  );
}

type FilePanelProps = { problem: FileProblem | null; onFile(file: File): void };

/** The browser's field for a file, onto which a file can also be dropped. */
function FilePanel({ problem, onFile }: FilePanelProps) {
  const { t } = useElement();
  const id = useId();
  const change = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const [file] = currentTarget.files ?? [];
    if (file !== undefined) onFile(file);
  };
  return (
    <div className="maths-file">
      <label className="maths-label" htmlFor={`${id}file`}>
        {t('file.label')} <span className="maths-hint">{t('file.hint', { most: mostNames })}</span>
      </label>
      <input
        id={`${id}file`}
        type="file"
        name="levels"
        accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values,text/plain"
        aria-invalid={problem === null ? undefined : true}
        aria-describedby={problem === null ? undefined : `${id}problem`}
        // Allows choosing the same file again after a correction. Until then the browser names it beside the button.
        onClick={({ currentTarget }) => (currentTarget.value = '')}
        onChange={change}
      />
      {problem !== null && (
        <Message id={`${id}problem`} tone="bad" focused={false}>
          {t(`file.problems.${problem}`, { most: mostNames })}
        </Message>
      )}
    </div>
  );
}

type KeyFormProps = { refused: boolean; onKey(key: string): void };

/**
 * Asks for the admin key. It is a text field whose style hides its characters, so that no browser offers to save it.
 */
function KeyForm({ refused, onKey }: KeyFormProps) {
  const { t } = useElement();
  const submit = (data: FormData) => {
    const key = formText(data, 'adminKey').trim();
    if (key !== '') onKey(key);
  };
  return (
    <Form label={t('key.heading')} busy={false} takesFocus={!refused} onSubmit={submit}>
      <div className="maths-key">
        {refused && <Message tone="bad">{t('problems.UNAUTHORIZED')}</Message>}
        <Field
          label={t('key.label')}
          hint={t('key.hint')}
          name="adminKey"
          autoComplete="off"
          error={refused ? t('key.problem') : undefined}
        />
        <Button type="submit">{t('key.submit')}</Button>
      </div>
    </Form>
  );
}
