import { type RefObject, useId, useLayoutEffect, useRef } from 'react';
import type { Translate } from '../../i18n/translate.ts';
import { Button } from '../../ui/button.tsx';

export type ProgressProps = {
  t: Translate;
  done: number;
  total: number;
  /** Where the end is told. It gets the focus if that is here when this goes, however it ended. */
  outcome: RefObject<HTMLElement | null>;
  onCancel(): void;
};

/** How far it is, and the way out. */
export function Progress({ t, done, total, outcome, onCancel }: ProgressProps) {
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
      <Button look="line" onClick={onCancel}>
        {t('progress.cancel')}
      </Button>
    </div>
  );
}
