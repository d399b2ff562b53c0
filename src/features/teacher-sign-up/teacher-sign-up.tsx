import { Fragment } from 'react';
import { brand } from '../../config/brand.ts';
import { type TeacherFormMode, teacherFormModes, type Theme } from '../../contracts/elements.ts';
import type { ErrorCode, Failure } from '../../contracts/error-codes.ts';
import type { FormMode } from '../../contracts/form-mode.ts';
import type { Translate } from '../../i18n/translate.ts';
import { Button } from '../../ui/button.tsx';
import { Frame } from '../../ui/frame.tsx';
import { Message } from '../../ui/message.tsx';
import { useLifecycleEvents } from '../../ui/use-lifecycle-events.ts';
import { useController } from '../shared/use-controller.ts';
import { TaskLink } from './task-link.tsx';
import { TeacherForm } from './teacher-form.tsx';
import { suggestedForms, teacherSentence } from './teacher-problem.ts';
import type { TeacherSignUpController } from './teacher-sign-up-controller.ts';

export type TeacherSignUpProps = {
  /** Translations of `teacher-sign-up`; a new `t` re-renders in another language and keeps what was typed. */
  t: Translate;
  controller: TeacherSignUpController;
  mode: FormMode;
  /** The form that is shown. Text that was typed in one is kept in the other. */
  task: TeacherFormMode;
  theme?: Theme | undefined;
  /** Prefills the email. */
  email?: string | undefined;
  /** The portal's page with that form, for a link that is opened in a new tab. */
  formUrl(task: TeacherFormMode): string;
  /** Called for each error message; `message` is the sentence that the form shows. */
  onAuthError(problem: { code: ErrorCode; message: string }): void;
  /** Called once, when the view is mounted. */
  onReady(): void;
};

/** The forms that link to each other on a partner's page, as the partners' guide says. Ours links to all. */
const linkedInWidget = ['create', 'update'] as const satisfies TeacherFormMode[];

/**
 * The view in which a teacher creates a class, or requests a change of it (product-spec.md#2-screens-and-routes,
 * #4-states-and-transitions, #5-validation-rules and #8-error-catalogue; decisions.md#2-elements, #3-bridge and
 * #6-flows).
 */
export function TeacherSignUp(props: TeacherSignUpProps) {
  const { t, controller, mode, task, theme, email, formUrl } = props;
  const firstParty = mode.kind === 'first-party';
  const blocked = mode.kind === 'blocked';
  const sentence = (failure: Failure) => teacherSentence(t, failure, !firstParty);
  const report = (failure: Failure) => props.onAuthError({ code: failure.code, message: sentence(failure) });
  const state = useController(controller, report);
  useLifecycleEvents(props.onReady, blocked, () => report({ code: 'INVALID_PARENT_ORIGIN' }));

  const promised = state.step === 'mail-promised';
  const isSent = promised || state.step === 'classroom-ready';
  const card = firstParty
    ? undefined
    : {
        product: brand.name,
        ...(isSent ? { heading: t('sent') } : { heading: t(`forms.${task}.heading`), lead: t(`forms.${task}.lead`) }),
      };
  const link = (to: TeacherFormMode) => ({ href: formUrl(to), children: t(`switch.${to}`) });
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
      <Frame theme={theme} card={card}>
        <Message tone="ok">{t('forms.create.done')}</Message>
      </Frame>
    );
  }
  return (
    <Frame theme={theme} card={card}>
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
          {...{ t, state, task, blocked, firstParty, email, sentence, waysOut }}
          isComplete={controller.isComplete}
          onSubmit={controller.submit}
        />
      </div>
    </Frame>
  );
}
