import { useEffect, useEffectEvent } from 'react';

/** Tells once that the form takes typing, and each time that it became a stranger's, which takes nothing. */
export const useAnnouncements = (onReady: () => void, blocked = false, onBlocked: () => void = () => {}): void => {
  const announceReady = useEffectEvent(onReady);
  useEffect(() => announceReady(), []);
  const announceBlocked = useEffectEvent(onBlocked);
  useEffect(() => {
    if (blocked) announceBlocked();
  }, [blocked]);
};
