/**
 * Reports the height that a frame needs to show `content` completely, in whole CSS pixels, whenever it changes. Only
 * the content is observed: if its height depended on the frame's, the two would change each other endlessly.
 * @returns a function that stops observing.
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
