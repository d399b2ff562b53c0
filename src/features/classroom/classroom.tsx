import { useMemo } from 'react';
import type { Failure } from '../../contracts/error-codes.ts';
import { errorSentence } from '../../i18n/error-sentence.ts';
import { Button } from '../../ui/button.tsx';
import { Frame } from '../../ui/frame.tsx';
import { Message } from '../../ui/message.tsx';
import { Blocker, OpeningCover } from './blocker.tsx';
import { ClassProgress } from './class-progress.tsx';
import { createTexts } from './class-texts.ts';
import { isUnknownClassroom } from './classroom-flow.ts';
import { OpeningView } from './opening-view.tsx';
import { type ClassroomProps, useClassroom } from './use-classroom.ts';

/** Shows the progress of a class (product-spec.md#2-screens-and-routes, `/schoolzone/teacher/classroom/{id}`). */
export function Classroom(props: ClassroomProps) {
  const { t, language, theme, services } = props;
  const sentence = (failed: Failure) =>
    isUnknownClassroom(failed)
      ? t('problems.CLASSROOM_DOES_NOT_EXIST')
      : errorSentence(t, 'account', failed.code, failed);
  const report = (failed: Failure) => props.onAuthError({ code: failed.code, message: sentence(failed) });
  const { state, refresh } = useClassroom(props, report);
  const { reading, readAt, loading, retried, failure, late } = state;
  // The opening view and the class share the texts, because the formats of a language are slow to create.
  const texts = useMemo(() => createTexts(t, language), [t, language]);
  const opening = loading && reading === null && !retried;
  return (
    <Frame theme={theme}>
      <Blocker label={t('loading')} shown={loading && !opening} />
      {opening && <OpeningCover label={t('loading')} />}
      {failure !== null && (
        <div className="maths-failure">
          {reading === null && (
            <h1 className="maths-heading" part="heading">
              {t('heading')}
            </h1>
          )}
          <Message tone="bad">{sentence(failure)}</Message>
          <Button look="line" onClick={refresh}>
            {t('common.retry')}
          </Button>
          {reading === null && <slot name="art" />}
        </div>
      )}
      {reading !== null && (
        <ClassProgress
          {...{ t, language, texts, services, reading, readAt, late }}
          takesFocus={retried && !loading}
          onRefresh={refresh}
        />
      )}
      {reading === null && loading && <OpeningView {...{ t, language, texts, services }} />}
    </Frame>
  );
}
