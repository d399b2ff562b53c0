import { type ReactNode, type SyntheticEvent, useId, useLayoutEffect, useRef } from 'react';

export type DialogProps = {
  heading: string;
  /** Called for Escape, or the browser's Back on a phone. The parent component then removes the dialog. */
  onClose(): void;
  children: ReactNode;
};

/** Shows a `<dialog>` that has this as its `ref`, and closes it before its removal, so that the focus returns. */
export const asModal = (dialog: HTMLDialogElement): (() => void) => {
  dialog.showModal();
  return () => dialog.close();
};

export function Dialog({ heading, onClose, children }: DialogProps) {
  const title = useRef<HTMLHeadingElement>(null);
  const id = useId();
  // The focus is at the beginning of each step's text, and not on a control that an accidental Enter would press.
  useLayoutEffect(() => title.current?.focus(), [heading]);
  /** Closes the dialog before the focus returns, because a browser reports the closing only after that. */
  const close = (event: SyntheticEvent): void => {
    event.preventDefault();
    onClose();
  };
  return (
    <dialog
      ref={asModal}
      className="maths-dialog"
      part="dialog"
      aria-labelledby={id}
      onCancel={close}
      onClose={onClose}
    >
      <h2 ref={title} id={id} className="maths-heading" part="heading" tabIndex={-1}>
        {heading}
      </h2>
      {children}
    </dialog>
  );
}
