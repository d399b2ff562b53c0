import { useId } from 'react';
import type { Translate } from '../../i18n/translate.ts';
import { Button } from '../../ui/button.tsx';

export type ProgressProps = { t: Translate; done: number; total: number; onCancel(): void };

/** How far it is, and the way out. */
export function Progress({ t, done, total, onCancel }: ProgressProps) {
  const id = useId();
  return (
    <div className="maths-progress">
      <label htmlFor={id}>{t('progress.label', { done, total })}</label>
      <progress id={id} value={done} max={total} />
      <Button look="line" onClick={onCancel}>
        {t('progress.cancel')}
      </Button>
    </div>
  );
}
