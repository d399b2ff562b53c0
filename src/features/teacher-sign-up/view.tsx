import { type MouseEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { type TeacherFormMode, teacherFormModes } from '../../contracts/tags.ts';
import type { Failure } from '../../contracts/error-codes.ts';
import { ageGroups, studentsMaximum, studentsMinimum } from '../../contracts/calls/school-zone.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox, EmailField, Field, Label, NumberField } from '../../ui/field.tsx';
import { ElementForm, ElementFrame, fieldSentence } from '../shared/element-form.tsx';
import { teacherFormLink, useElement, useForm } from '../shared/use-element.ts';
import { watchFields } from '../shared/controller.ts';
import { teacherProblems } from './checks.ts';
import { teacherTaskOf, type TeacherSignUpController, type TeacherSignUpState } from './controller.ts';
import { errorSentence, type Translate } from '../../i18n/translate.ts';
import { opensElsewhere } from '../../lib/browser.ts';
import { Message } from '../../ui/message.tsx';
import teacherSignUpCss from './teacher-sign-up.css?inline';

type TaskLinkProps = { controller: TeacherSignUpController; to: TeacherFormMode; part: 'link' | 'switch-link' };

/** A link to another form. It opens in place and keeps what was typed. In a new tab it is the portal's page with it. */
function TaskLink({ controller, to, part }: TaskLinkProps) {
  const { t, element, link } = useElement();
  const follow = (event: MouseEvent) => {
    if (event.button !== 0 || opensElsewhere(event)) return;
    event.preventDefault();
    controller.showForm(to, part === 'link');
  };
  return (
    <a
      className={`maths-${part}`}
      part={part}
      href={teacherFormLink(link, to)}
      aria-current={to === teacherTaskOf(element.attribute('mode')) ? 'page' : undefined}
      data-in-place=""
      // As in `src/ui/button.tsx`: the page has completed the address.
      suppressHydrationWarning
      onClick={follow}
    >
      {t(`switch.${to}`)}
    </a>
  );
}

/** Fields that belong to one of the two forms. In the other form they are hidden and not sent, but keep their text. */
function Only({ when, children }: { when: boolean; children: ReactNode }) {
  return (
    <fieldset className="maths-only" hidden={!when} disabled={!when}>
      {children}
    </fieldset>
  );
}

/** On a partner's page, a taken email has another message, which names our support and no other form. */
const namesSupport = ({ code }: Failure, inWidget: boolean): boolean => inWidget && code === 'TEACHER_ALREADY_EXISTS';

/** Every code that is not in the teacher's catalogue has the message that parents get. */
export const teacherSentence = (t: Translate, failure: Failure, inWidget: boolean): string => {
  const { code } = failure;
  if (!teacherProblems.has(code)) return errorSentence(t, 'sign-up', code, failure);
  return t(`problems.TEACHER_SIGNUP_${code}${namesSupport(failure, inWidget) ? '_WIDGET' : ''}`);
};

type TeacherFormProps = {
  controller: TeacherSignUpController;
  state: TeacherSignUpState;
  sentence(failure: Failure): string;
};

/** The teacher's forms in one, so that switching loses nothing. */
function TeacherForm({ controller, state, sentence }: TeacherFormProps) {
  const { t, element } = useElement();
  const { kind } = element.mode();
  const fields = useRef<HTMLFieldSetElement>(null);
  const [complete, setComplete] = useState(false);
  const task = teacherTaskOf(element.attribute('mode'));
  useEffect(
    () => (fields.current === null ? undefined : watchFields(fields.current, controller, setComplete)),
    [controller, task],
  );
  const creates = task === 'create';
  const busy = state.step === 'submitting';
  const failed = state.step === 'failed' && state.task === task ? state : undefined;
  const { failure } = failed ?? {};
  const helps =
    failure && !namesSupport(failure, kind !== 'first-party') ? teacherProblems.get(failure.code)?.helps : [];
  const students = { minimum: studentsMinimum, maximum: studentsMaximum };
  const errorOf = fieldSentence(t, failed, students);
  const optional = t('optional');
  const ageGroup = useId();
  return (
    <ElementForm
      label={t(`forms.${task}.heading`)}
      busy={busy}
      failed={failed}
      say={sentence}
      waysOut={helps
        ?.filter((other) => other !== task)
        .map((other) => <TaskLink key={other} controller={controller} to={other} part="link" />)}
      takesFocus={state.step === 'editing' && state.takesFocus}
      onSubmit={controller.submit}
    >
      <fieldset ref={fields} className="maths-fields" disabled={kind === 'blocked'}>
        <EmailField label={t('email')} defaultValue={element.attribute('email')} error={errorOf('email')} />
        <Only when={creates}>
          <Field name="name" label={t('name')} autoComplete="name" autoCapitalize="words" error={errorOf('name')} />
        </Only>
        {task !== 'link' && (
          <div className="maths-pair">
            <NumberField
              name="numStudents"
              label={t('numStudents')}
              hint={t('numStudentsHint', students)}
              min={studentsMinimum}
              max={studentsMaximum}
              error={errorOf('numStudents')}
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
            label={t('schoolName')}
            hint={optional}
            required={false}
            autoComplete="organization"
            autoCapitalize="words"
            error={errorOf('schoolName')}
          />
          <details className="maths-more" open={errorOf('referralEmail') !== undefined}>
            <summary className="maths-link">{t('more')}</summary>
            <Field
              name="referralEmail"
              type="email"
              label={t('referralEmail')}
              hint={optional}
              required={false}
              autoComplete="off"
              error={errorOf('referralEmail')}
            />
          </details>
        </Only>
        <Only when={task === 'update'}>
          <Checkbox name="reinitialize" required={false}>
            {`${t('reinitialize')} `}
            <span className="maths-hint">{t('reinitializeHint')}</span>
          </Checkbox>
        </Only>
        <Button
          type="submit"
          variant={kind === 'first-party' ? 'sun' : 'brand'}
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

/** The forms that link to each other on a partner's page, as the partners' guide says. Ours links to all. */
const linkedInWidget = ['create', 'update'] as const satisfies TeacherFormMode[];

export function TeacherSignUp({ controller }: { controller: TeacherSignUpController }) {
  const { t, element } = useElement();
  const task = teacherTaskOf(element.attribute('mode'));
  const firstParty = element.mode().kind === 'first-party';
  const sentence = (failure: Failure) => teacherSentence(t, failure, !firstParty);
  const state = useForm(controller, sentence);
  const promised = state.step === 'mail-promised';
  if (state.step === 'classroom-ready') {
    return (
      <ElementFrame introduction={{ heading: t('sent') }}>
        <Message tone="ok">{t('forms.create.done')}</Message>
      </ElementFrame>
    );
  }
  const introduction = promised
    ? { heading: t('sent') }
    : { heading: t(`forms.${task}.heading`), lead: t(`forms.${task}.lead`) };
  return (
    <ElementFrame introduction={introduction}>
      {promised && (
        <>
          <Message tone="ok">
            {t(`forms.${task}.done`)} <b className="maths-sent-to">{state.email}</b>
          </Message>
          <Button variant="quiet" onClick={controller.returnToForm}>
            {t(`forms.${task}.again`)}
          </Button>
        </>
      )}
      {/* Kept while it is hidden, for the next change. */}
      <div hidden={promised}>
        <nav className="maths-switch" part="switch" aria-label={t('switch.label')}>
          {(firstParty ? teacherFormModes : linkedInWidget).map((one) => (
            <TaskLink key={one} controller={controller} to={one} part="switch-link" />
          ))}
        </nav>
        <TeacherForm {...{ controller, state, sentence }} />
      </div>
    </ElementFrame>
  );
}
TeacherSignUp.styles = [teacherSignUpCss];
