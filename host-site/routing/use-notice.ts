import { useSyncExternalStore } from 'react';
import { isNotice, type Notice, onNavigation } from './navigation.ts';

/** What this visit of the page has to say. It stands with the history entry, so it goes and comes back with it. */
export const useNotice = (): Notice | null =>
  useSyncExternalStore(
    onNavigation,
    () => (isNotice(history.state) ? history.state : null),
    () => null,
  );
