import { useMemo } from 'react';
import type { Failure } from '../../contracts/error-codes.ts';
import { Button } from '../../ui/button.tsx';
import { Message } from '../../ui/message.tsx';
import { ElementFrame } from '../shared/element-frame.tsx';
import { useController } from '../shared/use-controller.ts';
import { useElement } from '../shared/use-element.ts';
import { Blocker, OpeningCover } from './blocker.tsx';
import { ClassProgress } from './class-progress.tsx';
import { createTexts } from './class-texts.ts';
import type { ClassroomController } from './classroom-controller.ts';
import { isUnknownClassroom } from './classroom-flow.ts';
import { OpeningView } from './opening-view.tsx';

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
  // The opening view and the class share the texts, because the formats of a language are slow to create.
  const texts = useMemo(() => createTexts(t), [t]);
  const opening = loading && reading === null && !retried;
  return (
    <ElementFrame>
      <Blocker label={t('loading')} shown={loading && !opening} />
      {opening && <OpeningCover label={t('loading')} />}
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
      {reading === null && loading && <OpeningView {...{ controller, texts }} />}
    </ElementFrame>
  );
}
