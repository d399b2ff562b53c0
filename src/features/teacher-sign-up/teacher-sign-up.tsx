import { Fragment } from 'react';
import { type TeacherFormMode, teacherFormModes } from '../../contracts/elements.ts';
import type { Failure } from '../../contracts/error-codes.ts';
import { Button } from '../../ui/button.tsx';
import { Message } from '../../ui/message.tsx';
import { ElementFrame } from '../shared/element-frame.tsx';
import { teacherFormLink } from '../shared/teacher-form-link.ts';
import { useForm } from '../shared/use-controller.ts';
import { useElement } from '../shared/use-element.ts';
import { TaskLink } from './task-link.tsx';
import { TeacherForm } from './teacher-form.tsx';
import { suggestedForms, teacherSentence } from './teacher-problem.ts';
import { taskOf, type TeacherSignUpController } from './teacher-sign-up-controller.ts';

/** The forms that link to each other on a partner's page, as the partners' guide says. Ours links to all. */
const linkedInWidget = ['create', 'update'] as const satisfies TeacherFormMode[];

/**
 * The view in which a teacher creates a class, or requests a change of it (product-spec.md#2-screens-and-routes,
 * #4-states-and-transitions, #5-validation-rules and #8-error-catalogue; decisions.md#2-elements, #3-bridge and
 * #6-flows).
 */
export function TeacherSignUp({ controller }: { controller: TeacherSignUpController }) {
  const { t, element, link: pageLink } = useElement();
  const task = taskOf(element.attribute('mode'));
  const firstParty = element.mode().kind === 'first-party';
  const sentence = (failure: Failure) => teacherSentence(t, failure, !firstParty);
  const state = useForm(controller, sentence);

  const promised = state.step === 'mail-promised';
  const isSent = promised || state.step === 'classroom-ready';
  const introduction = isSent
    ? { heading: t('sent') }
    : { heading: t(`forms.${task}.heading`), lead: t(`forms.${task}.lead`) };
  const link = (to: TeacherFormMode) => ({ href: teacherFormLink(pageLink, to), children: t(`switch.${to}`) });
  const waysOut = (failure: Failure) =>
    suggestedForms(failure, !firstParty)
      .filter((other) => other !== task)
      .map((other) => (
        <Fragment key={other}>
          {' '}
          <TaskLink
            className="maths-link"
            part="link"
            {...link(other)}
            onFollow={() => controller.showForm(other, true)}
          />
        </Fragment>
      ));
  if (state.step === 'classroom-ready') {
    return (
      <ElementFrame introduction={introduction}>
        <Message tone="ok">{t('forms.create.done')}</Message>
      </ElementFrame>
    );
  }
  return (
    <ElementFrame introduction={introduction}>
      {state.step === 'mail-promised' && (
        <>
          <Message tone="ok">
            {t(`forms.${task}.done`)} <b className="maths-sent-to">{state.email}</b>
          </Message>
          <Button look="quiet" onClick={controller.returnToForm}>
            {t(`forms.${task}.again`)}
          </Button>
        </>
      )}
      {/* Kept while it is hidden, for the next change. */}
      <div hidden={promised}>
        <nav className="maths-switch" part="switch" aria-label={t('switch.label')}>
          {(firstParty ? teacherFormModes : linkedInWidget).map((one) => (
            <TaskLink
              key={one}
              className="maths-switch-link"
              part="switch-link"
              current={one === task}
              {...link(one)}
              onFollow={() => controller.showForm(one)}
            />
          ))}
        </nav>
        <TeacherForm
          {...{ state, task, sentence, waysOut }}
          isComplete={controller.isComplete}
          onSubmit={controller.submit}
        />
      </div>
    </ElementFrame>
  );
}
