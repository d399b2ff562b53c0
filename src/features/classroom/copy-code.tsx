import { useState } from 'react';
import type { Translate } from '../../i18n/translate.ts';
import { Button } from '../../ui/button.tsx';

export type CopyCodeProps = {
  t: Translate;
  code: string;
  /** Returns whether the browser allowed it. */
  copy(text: string): Promise<boolean>;
};

/** Copies the code of the class, and confirms it. */
export function CopyCode({ t, code, copy }: CopyCodeProps) {
  const [result, setResult] = useState<'none' | 'copied' | 'refused'>('none');
  const press = async () => setResult((await copy(code)) ? 'copied' : 'refused');
  return (
    <>
      <Button look="quiet" onClick={() => void press()}>
        {t('copy.button')}
      </Button>
      <span role="status">{result !== 'none' && t(`copy.${result}`)}</span>
    </>
  );
}
