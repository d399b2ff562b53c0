import { type SyntheticEvent, useMemo } from 'react';
import type { Failure } from '../../contracts/error-codes.ts';
import { asModal } from '../../ui/dialog.tsx';
import dialogCss from '../../ui/dialog.css?inline';
import { Retry } from '../../ui/message.tsx';
import { ElementFrame } from '../shared/element-form.tsx';
import { useController, useElement } from '../shared/use-element.ts';
import { ClassProgress } from './class-progress.tsx';
import { createTexts } from './class-view.ts';
import { type ClassroomController, isUnknownClassroom } from './controller.ts';
import classroomCss from './classroom.css?inline';
import tableCss from './table.css?inline';

type ClassroomProps = { controller: ClassroomController };

/** Shows the progress of a class (product-spec.md#2-screens-and-routes, `/schoolzone/teacher/classroom/{id}`). */
export function Classroom({ controller }: ClassroomProps) {
  // Another class is a new page: nothing of the first class may remain.
  return <ClassPage key={useElement().element.attribute('classroom-id')} controller={controller} />;
}
Classroom.styles = [classroomCss, tableCss, dialogCss];

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
          <Retry message={say(failure)} label={t('common.retry')} variant="line" onRetry={controller.refresh} />
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
 * Shows a dialog that takes no focus, because afterwards the keyboard would go on from here, and not from the page's
 * start.
 */
const cover = (dialog: HTMLDialogElement): (() => void) => {
  dialog.inert = true;
  const close = asModal(dialog);
  dialog.inert = false;
  return close;
};

/** Escape leaves the dialog open. */
const stay = (event: SyntheticEvent): void => event.preventDefault();

/** Covers the whole page while a requested load runs: no press and no key reaches it, and the class remains legible. */
function Blocker({ label }: { label: string }) {
  return (
    <dialog ref={cover} className="maths-blocker" aria-label={label} onCancel={stay}>
      <p role="status">{label}</p>
    </dialog>
  );
}
