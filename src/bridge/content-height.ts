/**
 * Tells how high a frame must be to show `content` whole, in whole CSS pixels, when it changes. Only the content is
 * observed: its height must not depend on the frame's, or the two would chase each other.
 * @returns how to stop.
 */
export const watchHeight = (content: Element, view: Window, onHeight: (height: number) => void): (() => void) => {
  let last = 0;
  const observer = new ResizeObserver(() => {
    const height = Math.ceil(content.getBoundingClientRect().bottom + view.scrollY);
    if (height === last || height <= 0) return;
    last = height;
    onHeight(height);
  });
  observer.observe(content);
  return () => observer.disconnect();
};
