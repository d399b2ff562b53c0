import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { TeacherFormMode } from '../../contracts/elements.ts';
import type { Failure } from '../../contracts/error-codes.ts';
import { ageGroups, studentsMaximum, studentsMinimum } from '../../contracts/school-zone.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { EmailField, Field, NumberField } from '../../ui/field.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { ElementForm } from '../shared/element-form.tsx';
import { fieldSentence } from '../shared/field-sentence.ts';
import { fillCheck } from '../shared/form-controller.ts';
import { useElement } from '../shared/use-element.ts';
import type { TeacherSignUpState } from './teacher-sign-up-flow.ts';

export type TeacherFormProps = {
  state: TeacherSignUpState;
  task: TeacherFormMode;
  sentence(failure: Failure): string;
  /** The links to the forms that help after this failure. */
  waysOut(failure: Failure): ReactNode;
  /** Whether the fields contain enough for the button to be enabled. */
  isComplete(data: FormData): boolean;
  onSubmit(data: FormData): void;
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
export function TeacherForm(props: TeacherFormProps) {
  const { state, task, sentence } = props;
  const { t, element } = useElement();
  const { kind } = element.mode();
  const fields = useRef<HTMLFieldSetElement>(null);
  const [complete, setComplete] = useState(false);
  const look = () => {
    const form = fields.current?.form;
    if (form) setComplete(props.isComplete(new FormData(form)));
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
  return (
    <ElementForm
      label={t(`forms.${task}.heading`)}
      busy={busy}
      failed={failed}
      say={sentence}
      waysOut={failed !== undefined && props.waysOut(failed.failure)}
      takesFocus={state.step === 'editing' && state.takesFocus}
      onSubmit={props.onSubmit}
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
              <SelectField
                name="ageGroup"
                label={t('ageGroup')}
                hint={optional}
                none={t('choose')}
                options={ageGroups}
              />
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
