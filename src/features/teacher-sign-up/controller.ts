import type { Endpoints } from '../../config/endpoints.ts';
import {
  createCreateTeacher,
  type CreateTeacher,
  createTeacherIdentity,
  createTeachersClient,
  type TeachersClient,
} from '../../services/school-zone/teachers.ts';
import { type TeacherFormMode, teacherFormModes } from '../../contracts/tags.ts';
import { type FormError, formEmail, requestFailed } from '../shared/form-error.ts';
import {
  checkCreate,
  checkLink,
  checkUpdate,
  mayCreate,
  teacherDetailsOf,
  type TeacherField,
  teacherProblems,
  updateFormOf,
} from './checks.ts';
import type { Result } from '../../lib/result.ts';
import { type ElementContext, partnerOf } from '../shared/element-context.ts';
import { createFormCore, type FormController } from '../shared/controller.ts';

export type TeacherSignUpServices = Pick<TeachersClient, 'requestLink' | 'requestUpdate'> & {
  createTeacher: CreateTeacher;
};

export const createTeacherSignUpServices = (endpoints: Endpoints): TeacherSignUpServices => {
  const teachers = createTeachersClient(endpoints);
  return { ...teachers, createTeacher: createCreateTeacher({ identity: createTeacherIdentity(endpoints), teachers }) };
};

export type TeacherSignUpState =
  /** `takesFocus`: whether it replaced the focused element. */
  | { step: 'editing'; takesFocus: boolean }
  | { step: 'submitting' }
  /** `task`: the form that failed. The failure does not concern the other one. */
  | ({ step: 'failed'; task: TeacherFormMode } & FormError<TeacherField>)
  | { step: 'classroom-ready' }
  | { step: 'mail-promised'; email: string };

export type TeacherSignUpController = FormController<TeacherSignUpState> & {
  /** Shows another of the forms. @param takesFocus whether the form replaces the focused element */
  showForm(form: TeacherFormMode, takesFocus?: boolean): void;
  returnToForm(): void;
};

export const teacherTaskOf = (mode: string | undefined): TeacherFormMode =>
  teacherFormModes.find((one) => one === mode) ?? 'create';

/**
 * Creates a class for a teacher, or requests a change of it or its link (product-spec.md#4-states-and-transitions and
 * #5-validation-rules; decisions.md#6-flows).
 */
export const createTeacherSignUpController = (
  services: TeacherSignUpServices,
  element: ElementContext,
): TeacherSignUpController => {
  const task = (): TeacherFormMode => teacherTaskOf(element.attribute('mode'));
  const { set, send, reportFailure, ...core } = createFormCore<TeacherSignUpState>(
    { step: 'editing', takesFocus: false },
    ({ step }) => step === 'classroom-ready',
    (step, more) => element.step({ step, form: `teacher-${task()}`, ...more }),
  );
  /** Shows what the check found, or sends the request. */
  const attempt = <T>(
    formError: FormError<TeacherField> | null,
    request: (signal: AbortSignal) => Promise<Result<T>>,
    succeeded: (value: T) => void,
  ): void => {
    const form = task();
    const fail = (error: FormError<TeacherField>): void => {
      set({ step: 'failed', task: form, ...error });
      reportFailure(error.failure);
    };
    if (formError !== null) return fail(formError);
    void send(request, {
      sent: () => set({ step: 'submitting' }),
      failed: (failure) => fail(requestFailed(failure, teacherProblems.get(failure.code)?.fields ?? {})),
      succeeded,
    });
  };
  const submit: Record<TeacherFormMode, (data: FormData) => void> = {
    create: (data) => {
      const form = teacherDetailsOf(data);
      const partner = partnerOf(element);
      const details = partner === undefined ? form : { ...form, partner };
      const request = (signal: AbortSignal) => services.createTeacher(details, element.language(), signal);
      attempt(checkCreate(form), request, (result) => {
        set({ step: 'classroom-ready' });
        element.recordConversion('teacher_sign_up');
        element.succeeded(result);
      });
    },
    update: (data) => {
      const form = updateFormOf(data);
      const request = (signal: AbortSignal) => services.requestUpdate(form, element.language(), signal);
      attempt(checkUpdate(form), request, () => {
        set({ step: 'mail-promised', email: form.email });
        element.emit('update-requested', {});
      });
    },
    link: (data) => {
      const email = formEmail(data);
      const request = (signal: AbortSignal) => services.requestLink({ email }, element.language(), signal);
      attempt(checkLink(email), request, () => set({ step: 'mail-promised', email }));
    },
  };

  return {
    ...core,
    isComplete: (data) => task() !== 'create' || mayCreate(teacherDetailsOf(data)),
    submit: (data) => {
      if (core.isBusy() || core.state().step === 'classroom-ready' || element.mode().kind === 'blocked') return;
      submit[task()](data);
    },
    showForm: (form, takesFocus = false) => {
      if (core.isBusy() || form === task()) return;
      set({ step: 'editing', takesFocus });
      element.setAttribute('mode', form);
    },
    returnToForm: () => set({ step: 'editing', takesFocus: true }),
  };
};
