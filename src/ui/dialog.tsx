import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';

export type DialogProps = {
  heading: string;
  /** Escape, the browser's Back on a phone, or a button inside: whoever shows it takes it away. */
  onClose(): void;
  children: ReactNode;
};

/**
 * A real, modal `<dialog>`: the browser keeps the focus inside, makes the page behind it inert and draws it above
 * everything, from within a shadow root too. At its end the focus is back where it was.
 */
export function Dialog({ heading, onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const title = useRef<HTMLHeadingElement>(null);
  const id = useId();
  // Before it is taken out of the page: a dialog that is removed while it is open does not give the focus back.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    // At the beginning of what is to be read, and on nothing that a careless Enter would press.
    title.current?.focus();
    return () => element?.close();
  }, []);
  return (
    <dialog ref={dialog} className="maths-dialog" part="dialog" aria-labelledby={id} onClose={onClose}>
      <h2 ref={title} id={id} className="maths-heading" part="heading" tabIndex={-1}>
        {heading}
      </h2>
      {children}
    </dialog>
  );
}
