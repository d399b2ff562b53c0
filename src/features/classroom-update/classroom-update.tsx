import { Button } from '../../ui/button.tsx';
import { Frame } from '../../ui/frame.tsx';
import { Link } from '../../ui/link.tsx';
import { Message } from '../../ui/message.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ChangeForm } from './change-form.tsx';
import { type ClassroomUpdateProps, useClassroomUpdate } from './use-classroom-update.ts';

/** Shows the change of a mailed link in a classroom, and the button that applies it (decisions.md#6-flows). */
export function ClassroomUpdate(props: ClassroomUpdateProps) {
  const { t, language, theme, classroomUrl, updateFormUrl } = props;
  const { state, sentence, open, apply } = useClassroomUpdate(props);
  const content = () => {
    switch (state.step) {
      case 'opening':
        return <Skeleton label={t('opening')} lines={4} />;
      case 'unreachable':
        return (
          <>
            <Message tone="bad">{sentence(state.failure)}</Message>
            <Button onClick={open}>{t('common.retry')}</Button>
          </>
        );
      case 'link-spent':
        return (
          <>
            <Message tone="bad">{sentence({ code: 'LINK_EXPIRED' })}</Message>
            <Link href={updateFormUrl} look="button">
              {t('newRequest')}
            </Link>
          </>
        );
      case 'done':
        return (
          <>
            <Message tone="ok">{t(`forms.${state.kind}.done`)}</Message>
            <Link href={classroomUrl(state.classroomID)} look="button">
              {t('openClassroom')}
            </Link>
          </>
        );
      case 'asking':
      case 'applying':
        return (
          <ChangeForm
            {...{ t, language, sentence }}
            change={state.change}
            classroomCode={state.classroomCode}
            busy={state.step === 'applying'}
            failure={state.step === 'asking' ? state.failure : null}
            onSubmit={apply}
          />
        );
    }
  };
  return <Frame theme={theme}>{content()}</Frame>;
}
