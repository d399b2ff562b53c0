import { useEffect, useMemo, useRef } from 'react';
import type { Failure } from '../../contracts/error-codes.ts';
import { Button } from '../../ui/button.tsx';
import { Message } from '../../ui/message.tsx';
import { ElementFrame } from '../shared/element-form.tsx';
import { useController } from '../shared/use-controller.ts';
import { useElement } from '../shared/use-element.ts';
import { ClassProgress } from './class-progress.tsx';
import { createTexts } from './class-texts.ts';
import { type ClassroomController, isUnknownClassroom } from './controller.ts';

type ClassroomProps = { controller: ClassroomController };

/** Shows the progress of a class (product-spec.md#2-screens-and-routes, `/schoolzone/teacher/classroom/{id}`). */
export function Classroom({ controller }: ClassroomProps) {
  // Another class is a new page: nothing of the first class may remain.
  return <ClassPage key={useElement().element.attribute('classroom-id')} controller={controller} />;
}

function ClassPage({ controller }: ClassroomProps) {
  const { t, sentence } = useElement();
  const say = (failed: Failure) =>
    isUnknownClassroom(failed) ? t('problems.CLASSROOM_DOES_NOT_EXIST') : sentence(failed);
  const { reading, readAt, loading, retried, failure, late, names } = useController(controller, say);
  const texts = useMemo(() => createTexts(t), [t]);
  const isFirst = loading && reading === null && !retried;
  return (
    <ElementFrame>
      <Blocker label={t('loading')} shown={loading && !isFirst} />
      {isFirst && <FirstBlocker label={t('loading')} />}
      {reading === null && loading && (
        <div className="maths-opening">
          <h1 className="maths-sr-only">{t('heading')}</h1>
        </div>
      )}
      {failure !== null && (
        <div className="maths-failure">
          {reading === null && (
            <h1 className="maths-heading" part="heading">
              {t('heading')}
            </h1>
          )}
          <Message tone="bad">{say(failure)}</Message>
          <Button look="line" onClick={controller.refresh}>
            {t('common.retry')}
          </Button>
          {reading === null && <slot name="art" />}
        </div>
      )}
      {reading !== null && (
        <ClassProgress {...{ controller, texts, reading, readAt, late, names }} takesFocus={retried && !loading} />
      )}
    </ElementFrame>
  );
}

/**
 * The blocker of a page that has not been used yet. It is above everything, like the other one, but the focus stays
 * where the browser put it, so that the first Tab leads to the page's first link and not into the class.
 */
function FirstBlocker({ label }: { label: string }) {
  const cover = useRef<HTMLDivElement>(null);
  useEffect(() => cover.current?.showPopover(), []);
  return (
    <div ref={cover} popover="manual" className="maths-blocker">
      <p role="status">{label}</p>
    </div>
  );
}

/**
 * Covers the whole page while a requested load runs (product-spec.md#2-screens-and-routes, the classroom). It is a
 * modal dialog: it is above everything, and nothing behind it can be pressed. When it closes, the focus returns to its
 * previous place. It is always in the document, and it is closed after React's commit: otherwise React would move a
 * lost focus to the element, which passes it on to its first field.
 */
function Blocker({ label, shown }: { label: string; shown: boolean }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = dialog.current;
    if (!shown || element === null) return undefined;
    element.showModal();
    return () => {
      element.close();
      // The element that had the focus before was removed.
      element.blur();
    };
  }, [shown]);
  return (
    <dialog ref={dialog} className="maths-blocker" aria-label={label}>
      {shown && <p role="status">{label}</p>}
    </dialog>
  );
}
