import { useEffect, useRef } from 'react';

/**
 * Covers the whole page while somebody waits for what they asked for (spec section 2, the classroom). A modal dialog:
 * above everything, and nothing behind it takes a press; at its end the focus is back where it was. Always in the
 * document, and closed after React's work: a focus that is lost in between React gives to the element, which passes it
 * on to its first field.
 */
export function Blocker({ label, shown }: { label: string; shown: boolean }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = dialog.current;
    if (!shown || element === null) return undefined;
    element.showModal();
    return () => {
      element.close();
      // What had the focus before is gone.
      element.blur();
    };
  }, [shown]);
  return (
    <dialog ref={dialog} className="maths-blocker" aria-label={label}>
      {shown && <p role="status">{label}</p>}
    </dialog>
  );
}
