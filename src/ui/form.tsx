import { type ReactNode, type SubmitEvent, useLayoutEffect, useRef } from 'react';

export type FormProps = {
  /** The form's name for screen readers. */
  label: string;
  busy: boolean;
  /** Something new each time that a check failed before sending: the first field concerned takes the focus. */
  stopped?: object | false;
  /** It took the place of what had the focus, so it takes the focus too. */
  takesFocus?: boolean;
  /** What the fields hold at that moment, however it came there. */
  onSubmit(data: FormData): void;
  children: ReactNode;
};

/** A real form, so that password managers see one; the checks and their words are ours, so the browser's are off. */
export function Form({ label, busy, stopped = false, takesFocus = false, onSubmit, children }: FormProps) {
  const form = useRef<HTMLFormElement>(null);
  useLayoutEffect(() => {
    if (takesFocus) form.current?.focus();
  }, [takesFocus]);
  useLayoutEffect(() => {
    if (stopped) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [stopped]);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    onSubmit(new FormData(event.currentTarget));
  };
  return (
    <form
      ref={form}
      className="maths-form"
      part="form"
      // Without script nothing is sent at all: a password must reach no page but the one that it is for.
      method="dialog"
      noValidate
      aria-label={label}
      aria-busy={busy}
      // Only then: a shadow root passes its focus to the first that can take it, which should be a field.
      tabIndex={takesFocus ? -1 : undefined}
      onSubmit={submit}
    >
      {children}
    </form>
  );
}
