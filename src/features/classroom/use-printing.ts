import { useLayoutEffect, useState } from 'react';
import { flushSync } from 'react-dom';

/** True while the page is printed, by whatever button or menu: the browser takes it as it is right after the event. */
export const usePrinting = (): boolean => {
  const [printing, setPrinting] = useState(false);
  // In the commit itself: the page may be printed as soon as the class is on the screen.
  useLayoutEffect(() => {
    const begin = () => flushSync(() => setPrinting(true));
    const end = () => setPrinting(false);
    addEventListener('beforeprint', begin);
    addEventListener('afterprint', end);
    return () => {
      removeEventListener('beforeprint', begin);
      removeEventListener('afterprint', end);
    };
  }, []);
  return printing;
};
