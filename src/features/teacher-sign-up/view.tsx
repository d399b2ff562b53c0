import {
  type MouseEvent,
  type ReactElement,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
} from 'react';
import type { TeacherFormMode } from '../../contracts/elements.ts';
import { teacherFormModes } from '../../contracts/tags.ts';
import type { ErrorCode, Failure } from '../../contracts/error-codes.ts';
import { ageGroups, studentsMaximum, studentsMinimum } from '../../contracts/calls/school-zone.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox, EmailField, Field, Label, NumberField } from '../../ui/field.tsx';
import { ElementForm, ElementFrame, fieldSentence } from '../shared/element-form.tsx';
import { teacherFormLink, useElement, useForm } from '../shared/use-element.ts';
import { fillCheck } from '../shared/controller.ts';
import { taskOf, type TeacherSignUpController, type TeacherSignUpState } from './controller.ts';
import { errorSentence, type Translate } from '../../i18n/translate.ts';
import { Message } from '../../ui/message.tsx';
import teacherSignUpCss from './teacher-sign-up.css?inline';

type TaskLinkProps = {
  href: string;
  className: string;
  part: string;
  current?: boolean;
  onFollow(): void;
  children: ReactNode;
};

const opensElsewhere = (event: MouseEvent): boolean =>
  event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;

/**
 * A link to the other form. It opens in place and keeps what was typed. In a new tab it is the portal's page with that
 * form.
 */
function TaskLink({ href, className, part, current = false, onFollow, children }: TaskLinkProps) {
  const follow = (event: MouseEvent) => {
    if (opensElsewhere(event)) return;
    event.preventDefault();
    onFollow();
  };
  return (
    <a
      className={className}
      part={part}
      href={href}
      aria-current={current ? 'page' : undefined}
      data-in-place=""
      // As in `src/ui/link.tsx`: the page has completed the address.
      suppressHydrationWarning
      onClick={follow}
    >
      {children}
    </a>
  );
}

type TeacherFormProps = {
  controller: TeacherSignUpController;
  state: TeacherSignUpState;
  task: TeacherFormMode;
  sentence(failure: Failure): string;
  waysOut(failure: Failure): ReactElement[];
};

/** Fields that belong to one of the two forms. In the other form they are hidden and not sent, but keep their text. */
function Only({ when, children }: { when: boolean; children: ReactNode }) {
  return (
    <fieldset className="maths-only" hidden={!when} disabled={!when}>
      {children}
    </fieldset>
  );
}

/** The teacher's forms in one, so that switching loses nothing. */
function TeacherForm({ controller, state, task, sentence, waysOut }: TeacherFormProps) {
  const { t, element } = useElement();
  const { kind } = element.mode();
  const fields = useRef<HTMLFieldSetElement>(null);
  const [complete, setComplete] = useState(false);
  const look = () => {
    const form = fields.current?.form;
    if (form) setComplete(controller.isComplete(new FormData(form)));
  };
  // This includes what a page or a browser filled in, which may fire no event.
  useEffect(look);
  const lookAgain = useEffectEvent(look);
  useEffect(() => {
    const timer = setInterval(() => lookAgain(), fillCheck);
    return () => clearInterval(timer);
  }, []);

  const creates = task === 'create';
  const busy = state.step === 'submitting';
  const failed = state.step === 'failed' && state.task === task ? state : undefined;
  const students = { minimum: studentsMinimum, maximum: studentsMaximum };
  const problem = fieldSentence(t, failed, students);
  const optional = t('optional');
  const ageGroup = useId();
  return (
    <ElementForm
      label={t(`forms.${task}.heading`)}
      busy={busy}
      failed={failed}
      say={sentence}
      waysOut={failed && waysOut(failed.failure)}
      takesFocus={state.step === 'editing' && state.takesFocus}
      onSubmit={controller.submit}
    >
      <fieldset ref={fields} className="maths-fields" disabled={kind === 'blocked'} onInput={look} onChange={look}>
        <EmailField label={t('email')} defaultValue={element.attribute('email')} problem={problem('email')} />
        <Only when={creates}>
          <Field
            name="name"
            type="text"
            label={t('name')}
            autoComplete="name"
            autoCapitalize="words"
            problem={problem('name')}
          />
        </Only>
        {task !== 'link' && (
          <div className="maths-pair">
            <NumberField
              name="numStudents"
              label={t('numStudents')}
              hint={t('numStudentsHint', students)}
              min={studentsMinimum}
              max={studentsMaximum}
              problem={problem('numStudents')}
            />
            <Only when={creates}>
              <div className="maths-field" part="field">
                <Label htmlFor={ageGroup} text={t('ageGroup')} hint={optional} />
                <select id={ageGroup} className="maths-input" part="input" name="ageGroup">
                  <option value="">{t('choose')}</option>
                  {ageGroups.map((one) => (
                    <option key={one}>{one}</option>
                  ))}
                </select>
              </div>
            </Only>
          </div>
        )}
        <Only when={creates}>
          <Field
            name="schoolName"
            type="text"
            label={t('schoolName')}
            hint={optional}
            required={false}
            autoComplete="organization"
            autoCapitalize="words"
            problem={problem('schoolName')}
          />
          <Field
            name="referralEmail"
            type="email"
            label={t('referralEmail')}
            hint={optional}
            required={false}
            autoComplete="off"
            problem={problem('referralEmail')}
          />
        </Only>
        <Only when={task === 'update'}>
          <Checkbox name="reinitialize" required={false}>
            {`${t('reinitialize')} `}
            <span className="maths-hint">{t('reinitializeHint')}</span>
          </Checkbox>
        </Only>
        <Button
          type="submit"
          look={kind === 'first-party' ? 'sun' : 'brand'}
          busy={busy}
          disabled={creates && !complete}
        >
          {t(busy ? `forms.${task}.submitting` : `forms.${task}.submit`)}
        </Button>
        <p className="maths-after">{t(`forms.${task}.note`)}</p>
      </fieldset>
    </ElementForm>
  );
}

/**
 * The teacher's own catalogue (product-spec.md#8-error-catalogue). Every other code has the message that parents get.
 */
export const teacherProblems: readonly ErrorCode[] = [
  'INVALID_PAYLOAD',
  'TEACHER_ALREADY_EXISTS',
  'TEACHER_DOES_NOT_EXIST',
  'CLASSROOM_DOES_NOT_EXIST',
  'INVALID_CLASSROOM',
];

/** On a partner's page, the message for a taken email names our support instead of the other form. */
export const teacherSentence = (t: Translate, failure: Failure, inWidget: boolean): string => {
  const { code } = failure;
  if (!teacherProblems.includes(code)) return errorSentence(t, 'sign-up', code, failure);
  const suffix = inWidget && code === 'TEACHER_ALREADY_EXISTS' ? '_WIDGET' : '';
  return t(`problems.TEACHER_SIGNUP_${code}${suffix}`);
};

/**
 * Returns the forms that help: those that the message mentions, and for a taken email the one that mails the link of the
 * class. A partner's page names our support instead.
 */
export const suggestedForms = ({ code }: Failure, inWidget: boolean): readonly TeacherFormMode[] => {
  switch (code) {
    case 'TEACHER_ALREADY_EXISTS':
      return inWidget ? [] : ['update', 'link'];
    case 'TEACHER_DOES_NOT_EXIST':
    case 'CLASSROOM_DOES_NOT_EXIST':
    case 'INVALID_CLASSROOM':
      return ['create'];
    default:
      return [];
  }
};

/** The forms that link to each other on a partner's page, as the partners' guide says. Ours links to all. */
const linkedInWidget = ['create', 'update'] as const satisfies TeacherFormMode[];

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
        <TaskLink
          key={other}
          className="maths-link"
          part="link"
          {...link(other)}
          onFollow={() => controller.showForm(other, true)}
        />
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
        <TeacherForm {...{ controller, state, task, sentence, waysOut }} />
      </div>
    </ElementFrame>
  );
}
TeacherSignUp.styles = [teacherSignUpCss];
