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
import classroomCss from './classroom.css?inline';
import tableCss from './table.css?inline';

type ClassroomProps = { controller: ClassroomController };

/** Shows the progress of a class (product-spec.md#2-screens-and-routes, `/schoolzone/teacher/classroom/{id}`). */
export function Classroom({ controller }: ClassroomProps) {
  // Another class is a new page: nothing of the first class may remain.
  return <ClassPage key={useElement().element.attribute('classroom-id')} controller={controller} />;
}
Classroom.styles = [classroomCss, tableCss];

function ClassPage({ controller }: ClassroomProps) {
  const { t, sentence } = useElement();
  const say = (failed: Failure) =>
    isUnknownClassroom(failed) ? t('problems.CLASSROOM_DOES_NOT_EXIST') : sentence(failed);
  const { reading, readAt, loading, retried, failure, late, names } = useController(controller, say);
  const texts = useMemo(() => createTexts(t), [t]);
  return (
    <ElementFrame>
      {loading && <Blocker label={t('loading')} />}
      {reading === null && loading && <h1 className="maths-sr-only">{t('heading')}</h1>}
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
 * Covers the whole page while a requested load runs (product-spec.md#2-screens-and-routes, the classroom): nothing
 * behind it can be pressed, and the focus stays where it is. The class remains legible.
 */
function Blocker({ label }: { label: string }) {
  const cover = useRef<HTMLDivElement>(null);
  useEffect(() => cover.current?.showPopover(), []);
  return (
    <div ref={cover} popover="manual" className="maths-blocker">
      <p role="status">{label}</p>
    </div>
  );
}
