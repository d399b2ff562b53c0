import { type RefObject, useId, useLayoutEffect, useRef } from 'react';
import type { Translate } from '../../i18n/translate.ts';
import { Button } from '../../ui/button.tsx';

export type ProgressProps = {
  t: Translate;
  done: number;
  total: number;
  /** The element that shows the result. It gets the focus if the focus is here when this component is removed. */
  outcome: RefObject<HTMLElement | null>;
  onCancel(): void;
};

/** Shows the progress, and a button to cancel. */
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
