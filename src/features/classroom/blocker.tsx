import { useEffect, useRef } from 'react';

/**
 * The blocker of a page that has not been used yet. It is above everything, like the other one, but the focus stays
 * where the browser put it, so that the first Tab leads to the page's first link and not into the class.
 */
export function OpeningCover({ label }: { label: string }) {
  const cover = useRef<HTMLDivElement>(null);
  useEffect(() => cover.current?.showPopover(), []);
  return (
    <div ref={cover} popover="manual" className="maths-blocker">
      <p role="status">{label}</p>
    </div>
  );
}

/**
 * Covers the whole page while a requested load runs (product-spec.md#2-screens-and-routes, the classroom). It is a
 * modal dialog: it is above everything, and nothing behind it can be pressed. When it closes, the focus returns to its
 * previous place. It is always in the document, and it is closed after React's commit: otherwise React would move a
 * lost focus to the element, which passes it on to its first field.
 */
export function Blocker({ label, shown }: { label: string; shown: boolean }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = dialog.current;
    if (!shown || element === null) return undefined;
    element.showModal();
    return () => {
      element.close();
      // The element that had the focus before was removed.
      element.blur();
    };
  }, [shown]);
  return (
    <dialog ref={dialog} className="maths-blocker" aria-label={label}>
      {shown && <p role="status">{label}</p>}
    </dialog>
  );
}
