import { useEffect, useEffectEvent, useReducer } from 'react';
import type { Theme } from '../../contracts/elements.ts';
import type { ErrorCode, Failure } from '../../contracts/error-codes.ts';
import type { Language } from '../../contracts/language.ts';
import { errorSentence } from '../../i18n/error-sentence.ts';
import type { Translate } from '../../i18n/translate.ts';
import { useRequest } from '../../ui/use-request.ts';
import { classroomUpdateFlow, classroomUpdateStart } from './classroom-update-flow.ts';
import type { ClassroomUpdateServices } from './classroom-update-services.ts';

export type ClassroomUpdateProps = {
  /** Messages of `classroom-update`. */
  t: Translate;
  language: Language;
  services: ClassroomUpdateServices;
  theme?: Theme | undefined;
  /** The secret of the mailed link, or null. It is read once, when the element is connected. */
  secret: string | null;
  /** The portal's page of this classroom. */
  classroomUrl(classroomID: string): string;
  /** The portal's form that requests another link. */
  updateFormUrl: string;
  onAuthError(problem: { code: ErrorCode; message: string }): void;
  /** Called when the page shows what the link does, or why it does nothing. */
  onReady(): void;
};

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
      succeeded: (asked) => dispatch({ type: 'opened', ...asked }),
      failed,
    });

  const apply = (data: FormData) =>
    void send((signal) => services.apply(secret, { newLink: data.has('newLink') }, signal), {
      sent: () => dispatch({ type: 'sent' }),
      succeeded: ({ classroomID }) => dispatch({ type: 'applied', classroomID }),
      failed,
    });

  const begin = useEffectEvent(() => {
    if (state.step === 'opening') open();
  });
  useEffect(() => begin(), []);

  const isOpening = state.step === 'opening';
  const showed = useEffectEvent(() => onReady());
  // The content is in the page now, so that a portal's page can show what is below it.
  useEffect(() => {
    if (!isOpening) showed();
  }, [isOpening]);

  return { state, sentence, open, apply };
};
