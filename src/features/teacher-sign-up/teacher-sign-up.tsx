import { useId } from 'react';
import { brand } from '../../config/brand.ts';
import { type TeacherFormMode, teacherFormModes } from '../../contracts/elements.ts';
import type { Failure } from '../../contracts/error-codes.ts';
import { Button } from '../../ui/button.tsx';
import { Frame } from '../../ui/frame.tsx';
import { Message } from '../../ui/message.tsx';
import { TaskLink } from './task-link.tsx';
import { TeacherForm } from './teacher-form.tsx';
import { formToGoTo } from './teacher-problem.ts';
import type { TeacherSignUpProps } from './teacher-sign-up-props.ts';
import { useTeacherSignUp } from './use-teacher-sign-up.ts';

/** A teacher opens a class, or asks to change it (spec sections 2, 4, 5 and 8; decisions sections 2, 3 and 6). */
export function TeacherSignUp(props: TeacherSignUpProps) {
  const { t, mode, task, theme, email, services, formUrl } = props;
  const messageId = useId();
  const { state, sentence, submit, goTo, returnToForm } = useTeacherSignUp(props);
  const firstParty = mode.kind === 'first-party';
  const card = firstParty
    ? undefined
    : { product: brand.name, heading: t(`forms.${task}.heading`), lead: t(`forms.${task}.lead`) };
  const link = (to: TeacherFormMode) => ({ href: formUrl(to), children: t(`switch.${to}`) });
  const wayOut = (failure: Failure) => {
    const other = formToGoTo(failure, !firstParty);
    return (
      other !== null &&
      other !== task && (
        <TaskLink className="maths-link" part="link" {...link(other)} onFollow={() => goTo(other, true)} />
      )
    );
  };
  if (state.step === 'classroom-ready') {
    return (
      <Frame theme={theme} card={card}>
        <Message tone="ok">{t('forms.create.done')}</Message>
      </Frame>
    );
  }
  const promised = state.step === 'mail-promised';
  return (
    <Frame theme={theme} card={card}>
      {promised && (
        <>
          <Message tone="ok">{t('forms.update.done')}</Message>
          <Button look="quiet" onClick={returnToForm}>
            {t('forms.update.again')}
          </Button>
        </>
      )}
      {/* Kept meanwhile, for the next change. */}
      <div hidden={promised}>
        <nav className="maths-switch" part="switch" aria-label={t('switch.label')}>
          {teacherFormModes.map((one) => (
            <TaskLink
              key={one}
              className="maths-switch-link"
              part="switch-link"
              current={one === task}
              {...link(one)}
              onFollow={() => goTo(one)}
            />
          ))}
        </nav>
        <TeacherForm
          {...{ t, state, task, firstParty, email, messageId, sentence, wayOut }}
          blocked={mode.kind === 'blocked'}
          onBegin={services.warmUp}
          onSubmit={submit}
        />
      </div>
    </Frame>
  );
}
