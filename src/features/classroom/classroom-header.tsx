import { useLayoutEffect, useRef } from 'react';
import type { Translate } from '../../i18n/translate.ts';
import type { ClassTexts } from './class-texts.ts';
import type { ClassView } from './class-view.ts';

export type ClassroomHeaderProps = {
  t: Translate;
  texts: ClassTexts;
  name: string;
  code: string;
  summary: ClassView['summary'];
  takesFocus: boolean;
};

/** Which class it is, and how it is doing in four numbers. */
export function ClassroomHeader({ t, texts, name, code, summary, takesFocus }: ClassroomHeaderProps) {
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
        {t('code')} <b>{code}</b>
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
