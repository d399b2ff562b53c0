import { useEffect, useEffectEvent, useReducer } from 'react';
import type { Failure } from '../../contracts/error-codes.ts';
import { errorSentence } from '../../i18n/error-sentence.ts';
import { useRequest } from '../../ui/use-request.ts';
import { classroomUpdateFlow, classroomUpdateStart } from './classroom-update-flow.ts';
import type { ClassroomUpdateProps } from './classroom-update-props.ts';

/** Codes with a message that only this page has. Every other code has the message of the account pages. */
export const classroomUpdateProblems = ['LINK_EXPIRED', 'STUDENTS_HAVE_PROGRESS', 'CLASSROOM_DOES_NOT_EXIST'];

/** Runs the flow with the services: loads the change of the link, and applies it. */
export const useClassroomUpdate = (props: ClassroomUpdateProps) => {
  const { t, services, onAuthError, onReady } = props;
  const [state, dispatch] = useReducer(classroomUpdateFlow, props.secret, classroomUpdateStart);
  const secret = props.secret ?? '';
  const send = useRequest();

  const sentence = (failure: Failure) =>
    classroomUpdateProblems.includes(failure.code)
      ? t(`problems.${failure.code}`)
      : errorSentence(t, 'account', failure.code, failure);
  const failed = (failure: Failure) => {
    dispatch({ type: 'failed', failure });
    onAuthError({ code: failure.code, message: sentence(failure) });
  };

  const open = () =>
    void send((signal) => services.read(secret, signal), {
      sent: () => dispatch({ type: 'opening' }),
      succeeded: (asked) => {
        dispatch({ type: 'opened', ...asked });
        onReady();
      },
      failed: (failure) => {
        failed(failure);
        onReady();
      },
    });

  const apply = (data: FormData) =>
    void send((signal) => services.apply(secret, { newLink: data.has('newLink') }, signal), {
      sent: () => dispatch({ type: 'sent' }),
      succeeded: ({ classroomID }) => dispatch({ type: 'applied', classroomID }),
      failed,
    });

  const begin = useEffectEvent(() => (state.step === 'opening' ? open() : onReady()));
  useEffect(() => begin(), []);

  return { state, sentence, open, apply };
};
