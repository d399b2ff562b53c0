import { useEffect, useEffectEvent } from 'react';

/** Calls `onReady` on mount and `onBlocked` whenever the form becomes blocked. */
export const useLifecycleEvents = (onReady: () => void, blocked = false, onBlocked: () => void = () => {}): void => {
  const fireReady = useEffectEvent(onReady);
  useEffect(() => fireReady(), []);
  const fireBlocked = useEffectEvent(onBlocked);
  useEffect(() => {
    if (blocked) fireBlocked();
  }, [blocked]);
};
