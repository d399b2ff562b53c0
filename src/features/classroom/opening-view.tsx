import { useMemo } from 'react';
import { ClassProgress, type ClassProgressProps } from './class-progress.tsx';
import { openingClass } from './opening-class.ts';

const nothing = () => undefined;

/**
 * The page before the class is known: the page itself, so that everything stands where it is going to stand, with grey
 * in the place of what only the class can say. For the eyes alone: it can be neither read out, found nor pressed.
 */
export function OpeningView({ t, language, services }: Pick<ClassProgressProps, 't' | 'language' | 'services'>) {
  const heading = t('heading');
  const reading = useMemo(() => openingClass(heading), [heading]);
  return (
    <>
      <h1 className="maths-unseen">{heading}</h1>
      <div className="maths-opening" aria-hidden="true" inert>
        <ClassProgress
          {...{ t, language, services, reading }}
          readAt={0}
          late={false}
          takesFocus={false}
          onRefresh={nothing}
        />
      </div>
    </>
  );
}
