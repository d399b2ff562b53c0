import { type ClassroomChange, shownStudent } from '../../contracts/calls/school-zone.ts';
import type { Translate } from '../../i18n/translate.ts';
import { readableDate } from '../../lib/time.ts';
import { Button, Link } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { Message, Recap, type RecapLine, Retry, Skeleton } from '../../ui/message.tsx';
import { ElementFrame } from '../shared/element-form.tsx';
import { type Sentence, teacherFormLink, useController, useElement, useReady } from '../shared/use-element.ts';
import type { ClassroomUpdateController, ClassroomUpdateState } from './controller.ts';

/** Codes with a message that only this page has. Every other code has the message of the account pages. */
const classroomUpdateProblems = ['LINK_EXPIRED', 'STUDENTS_HAVE_PROGRESS', 'CLASSROOM_DOES_NOT_EXIST'];

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
        return <Retry message={say(state.failure)} label={t('common.retry')} onRetry={controller.open} />;
      case 'link-spent':
        return (
          <>
            <Message tone="bad">{state.isDamaged ? t('common.linkDamaged') : say({ code: 'LINK_EXPIRED' })}</Message>
            <Link href={teacherFormLink(link, 'update')} variant="button">
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
            <Link href={classroom} variant="button">
              {t('openClassroom')}
            </Link>
          </>
        );
      }
      case 'asking':
      case 'applying':
        return (
          <ChangeForm
            {...{ controller, state }}
            error={state.step === 'asking' && state.failure !== null ? say(state.failure) : null}
          />
        );
    }
  };
  return <ElementFrame>{content()}</ElementFrame>;
}
type ChangeFormProps = {
  controller: ClassroomUpdateController;
  state: Extract<ClassroomUpdateState, { step: 'asking' | 'applying' }>;
  error: string | null;
};

const linesOf = (t: Translate, change: ClassroomChange): RecapLine[] => {
  if (change.kind === 'restore') {
    const date = readableDate(change.clearedAt, t.language);
    return [{ name: t('progress'), value: t('progressReturns', { date }) }];
  }
  const { currentStudents: before, numStudents: after, removedCodes, reinitialize } = change;
  const removed = { name: t('removed'), value: removedCodes.map(shownStudent).join(', ') };
  return [
    { name: t('students'), value: t(before === after ? 'studentsStay' : 'studentsChange', { before, after }) },
    ...(removedCodes.length === 0 ? [] : [removed]),
    { name: t('progress'), value: t(reinitialize ? 'progressCleared' : 'progressStays'), danger: reinitialize },
  ];
};

/** Shows the change of the link. It is applied only by a button, because mail scanners open links too. */
function ChangeForm({ controller, state, error }: ChangeFormProps) {
  const { t } = useElement();
  const { change, classroomCode } = state;
  const busy = state.step === 'applying';
  const clears = change.kind === 'update' && change.reinitialize;
  return (
    <Form label={t(`forms.${change.kind}.heading`)} busy={busy} onSubmit={controller.apply}>
      {error !== null && <Message tone="bad">{error}</Message>}
      <Recap lines={[{ name: t('classroom'), value: classroomCode }, ...linesOf(t, change)]} />
      <Checkbox name="newLink" required={false}>
        {t('newLink')} <span className="maths-hint">{t('newLinkHint')}</span>
      </Checkbox>
      <p className="maths-hint">{t('stranger')}</p>
      <Button type="submit" variant={clears ? 'danger' : 'brand'} busy={busy}>
        {t(busy ? `forms.${change.kind}.submitting` : `forms.${change.kind}.submit`)}
      </Button>
    </Form>
  );
}
