import { useLayoutEffect, useRef } from 'react';

/**
 * Covers the whole page while somebody waits (spec section 2, the classroom). A modal dialog: above everything, and
 * nothing behind it takes a press; at its end the focus is back where it was.
 */
export function Blocker({ label }: { label: string }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  return (
    <dialog ref={dialog} className="maths-blocker" aria-label={label}>
      <p role="status">{label}</p>
    </dialog>
  );
}
