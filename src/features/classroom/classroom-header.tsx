import { useLayoutEffect, useRef, useState } from 'react';
import { useElement } from '../shared/use-element.ts';
import { Button } from '../../ui/button.tsx';
import type { ClassTexts } from './class-texts.ts';
import type { ClassView } from './class-view.ts';

type CopyCodeProps = {
  code: string;
  /** Returns whether the browser allowed it. */
  copy(text: string): Promise<boolean>;
};

/** Copies the code of the class, and confirms it. */
function CopyCode({ code, copy }: CopyCodeProps) {
  const { t } = useElement();
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

export type ClassroomHeaderProps = {
  texts: ClassTexts;
  name: string;
  code: string;
  summary: ClassView['summary'];
  takesFocus: boolean;
  copy: CopyCodeProps['copy'];
};

/** Shows which class it is, and its progress in four numbers. */
export function ClassroomHeader({ texts, name, code, summary, takesFocus, copy }: ClassroomHeaderProps) {
  const { t } = useElement();
  const { number, percent } = texts;
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    if (takesFocus) heading.current?.focus();
  }, [takesFocus]);
  const facts = {
    started: t('summary.of', { part: number(summary.started), whole: number(summary.students) }),
    completed: number(summary.completed),
    average: percent(summary.average),
    help: number(summary.help),
  };
  return (
    <header className="maths-class">
      <h1 ref={heading} className="maths-heading" part="heading" tabIndex={takesFocus ? -1 : undefined}>
        {name}
      </h1>
      <p className="maths-code">
        {t('code')} <b>{code}</b> <CopyCode {...{ code, copy }} />
      </p>
      <dl className="maths-summary">
        {Object.entries(facts).map(([fact, value]) => (
          <div key={fact}>
            <dt>{t(`summary.${fact}`)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </header>
  );
}
