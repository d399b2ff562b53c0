import { Button } from '../../ui/button.tsx';
import { Link } from '../../ui/link.tsx';
import { Message } from '../../ui/message.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ElementFrame } from '../shared/element-frame.tsx';
import { teacherFormLink } from '../shared/teacher-form-link.ts';
import { useController, useReady } from '../shared/use-controller.ts';
import { type Sentence, useElement } from '../shared/use-element.ts';
import { ChangeForm } from './change-form.tsx';
import type { ClassroomUpdateController } from './classroom-update-controller.ts';

/** Codes with a message that only this page has. Every other code has the message of the account pages. */
export const classroomUpdateProblems = ['LINK_EXPIRED', 'STUDENTS_HAVE_PROGRESS', 'CLASSROOM_DOES_NOT_EXIST'];

/** Shows the change of a mailed link in a classroom, and the button that applies it (decisions.md#6-flows). */
export function ClassroomUpdate({ controller }: { controller: ClassroomUpdateController }) {
  const { t, link, sentence } = useElement();
  const say: Sentence = (failure) =>
    classroomUpdateProblems.includes(failure.code) ? t(`problems.${failure.code}`) : sentence(failure);
  const state = useController(controller, say);
  // A page of the portal shows what is below the element from now on.
  useReady(state.step !== 'opening');
  const content = () => {
    switch (state.step) {
      case 'opening':
        return <Skeleton label={t('opening')} lines={4} />;
      case 'unreachable':
        return (
          <>
            <Message tone="bad">{say(state.failure)}</Message>
            <Button onClick={controller.open}>{t('common.retry')}</Button>
          </>
        );
      case 'link-spent':
        return (
          <>
            <Message tone="bad">{say({ code: 'LINK_EXPIRED' })}</Message>
            <Link href={teacherFormLink(link, 'update')} look="button">
              {t('newRequest')}
            </Link>
          </>
        );
      case 'done': {
        const classroom = link('/schoolzone/teacher/classroom/:id').replace(
          ':id',
          encodeURIComponent(state.classroomID),
        );
        return (
          <>
            <Message tone="ok">{t(`forms.${state.kind}.done`)}</Message>
            <Link href={classroom} look="button">
              {t('openClassroom')}
            </Link>
          </>
        );
      }
      case 'asking':
      case 'applying':
        return (
          <ChangeForm
            change={state.change}
            classroomCode={state.classroomCode}
            busy={state.step === 'applying'}
            error={state.step === 'asking' && state.failure !== null ? say(state.failure) : null}
            onSubmit={controller.apply}
          />
        );
    }
  };
  return <ElementFrame>{content()}</ElementFrame>;
}
