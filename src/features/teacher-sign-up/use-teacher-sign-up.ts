import { useReducer } from 'react';
import type { TeacherFormMode } from '../../contracts/elements.ts';
import type { Failure } from '../../contracts/error-codes.ts';
import { useAnnouncements } from '../../ui/use-announcements.ts';
import { useRequest } from '../../ui/use-request.ts';
import { teacherSentence } from './teacher-problem.ts';
import {
  checkCreate,
  checkUpdate,
  type Problem,
  refused,
  teacherFormOf,
  updateFormOf,
} from './teacher-sign-up-checks.ts';
import { teacherSignUpFlow, teacherSignUpStart } from './teacher-sign-up-flow.ts';
import type { TeacherSignUpProps } from './teacher-sign-up-props.ts';

/** Runs the flow against the services: reads the form, sends, reports. */
export const useTeacherSignUp = (props: TeacherSignUpProps) => {
  const { t, language, services, mode, task, onTaskChange, onAuthSuccess, onUpdateRequested, onAuthError } = props;
  const [state, dispatch] = useReducer(teacherSignUpFlow, teacherSignUpStart);
  const send = useRequest();
  const firstParty = mode.kind === 'first-party';
  const blocked = mode.kind === 'blocked';

  const sentence = (failure: Failure) => teacherSentence(t, failure, !firstParty);
  const report = (failure: Failure) => onAuthError({ code: failure.code, message: sentence(failure) });
  const fail = (problem: Problem) => {
    dispatch({ type: 'failed', task, ...problem });
    report(problem.failure);
  };
  const reports = {
    sent: () => dispatch({ type: 'sent' }),
    failed: (failure: Failure) => fail(refused(failure)),
  };

  const create = (data: FormData) => {
    const form = teacherFormOf(data);
    const problem = checkCreate(form);
    if (problem !== null) return fail(problem);
    void send((signal) => services.createTeacher(form, language, signal), {
      ...reports,
      succeeded: (result) => {
        dispatch({ type: 'classroom-ready' });
        if (firstParty) services.recordSignUp(language, form.email);
        onAuthSuccess(result);
      },
    });
  };

  const update = (data: FormData) => {
    const form = updateFormOf(data);
    const problem = checkUpdate(form);
    if (problem !== null) return fail(problem);
    void send((signal) => services.requestUpdate(form, language, signal), {
      ...reports,
      succeeded: () => {
        dispatch({ type: 'mail-promised' });
        onUpdateRequested();
      },
    });
  };

  const submit = (data: FormData) => {
    if (blocked) return;
    if (task === 'create') create(data);
    else update(data);
  };

  const goTo = (other: TeacherFormMode, takesFocus = false) => {
    if (state.step === 'submitting' || other === task) return;
    dispatch({ type: 'form-wanted', takesFocus });
    onTaskChange(other);
  };

  useAnnouncements(props.onReady, blocked, () => report({ code: 'INVALID_PARENT_ORIGIN' }));

  return { state, sentence, submit, goTo, returnToForm: () => dispatch({ type: 'form-wanted', takesFocus: true }) };
};
