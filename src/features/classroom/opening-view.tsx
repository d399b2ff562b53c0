import { useMemo } from 'react';
import { ClassProgress, type ClassProgressProps } from './class-progress.tsx';
import { openingClass } from './opening-class.ts';
import { rowsInSight } from './use-shown-rows.ts';

const nothing = () => undefined;

/**
 * Renders the page before the class is known. It is the page with a class of the same shape, so that nothing moves when
 * the answer arrives, and its values are grey. It is inert and hidden from screen readers.
 */
export function OpeningView({
  t,
  language,
  texts,
  services,
}: Pick<ClassProgressProps, 't' | 'language' | 'texts' | 'services'>) {
  const heading = t('heading');
  const reading = useMemo(() => openingClass(heading, rowsInSight()), [heading]);
  return (
    <>
      <h1 className="maths-unseen">{heading}</h1>
      <div className="maths-opening" aria-hidden="true" inert>
        <ClassProgress
          {...{ t, language, texts, services, reading }}
          readAt={0}
          late={false}
          takesFocus={false}
          onRefresh={nothing}
        />
      </div>
    </>
  );
}
