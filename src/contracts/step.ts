import type { ErrorCode } from './error-codes.ts';

/** How far a visitor has come in a form. */
export const steps = ['shown', 'started', 'submitted', 'failed', 'succeeded'] as const;
export type Step = (typeof steps)[number];

/** The forms of the tags. A tag can show several, one after the other. */
export const stepForms = [
  'sign-in',
  'recovery',
  'sign-up',
  'teacher-create',
  'teacher-update',
  'teacher-link',
] as const;
export type StepForm = (typeof stepForms)[number];

/** What a step is about: never what was typed. */
export type StepMore = {
  /** With `started`: the name of the field that the visitor began to fill in. */
  field?: string;
  /** With `failed`: the error code. */
  code?: ErrorCode;
};
export type StepDetail = StepMore & { step: Step; form: StepForm };

/** Tells a step of the form that is shown. */
export type TellStep = (step: Step, more?: StepMore) => void;
