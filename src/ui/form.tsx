import { type ReactNode, type SubmitEvent, useLayoutEffect, useRef } from 'react';

export type FormProps = {
  label: string;
  /** A request runs: the form takes no input and keeps the focus (`elements/kit/early-input.ts`). */
  busy: boolean;
  /** A new value for each check that failed before sending. The first field concerned takes the focus. */
  failedCheck?: object | false;
  /** Whether the form replaced the focused element, so that it takes the focus. */
  takesFocus?: boolean;
  /** Called with the current values of the fields, from any source. */
  onSubmit(data: FormData): void;
  children: ReactNode;
};

/** A real form, so that password managers recognise it, with its own checks and messages instead of the browser's. */
export function Form({ label, busy, failedCheck = false, takesFocus = false, onSubmit, children }: FormProps) {
  const form = useRef<HTMLFormElement>(null);
  useLayoutEffect(() => {
    if (takesFocus) form.current?.focus();
  }, [takesFocus]);
  useLayoutEffect(() => {
    if (failedCheck) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [failedCheck]);
  useLayoutEffect(() => {
    for (const input of form.current?.querySelectorAll<HTMLInputElement>('input:not([hidden])') ?? []) {
      input.readOnly = busy;
    }
  }, [busy]);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    onSubmit(new FormData(event.currentTarget));
  };
  return (
    <form
      ref={form}
      className="maths-form"
      part="form"
      // Without a script nothing is submitted, because a password must be sent to its own server only.
      method="dialog"
      noValidate
      aria-label={label}
      aria-busy={busy}
      // Only then, because a shadow root passes its focus to the first focusable element, which should be a field.
      tabIndex={takesFocus ? -1 : undefined}
      onSubmit={submit}
    >
      {children}
    </form>
  );
}
