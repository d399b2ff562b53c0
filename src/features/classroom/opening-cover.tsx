import { useEffect, useRef } from 'react';

/**
 * The blocker of a page that has not been used yet. It is above everything, like the other one, but the focus stays where
 * the browser put it, so that the first Tab leads to the page's first link and not into the class.
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
