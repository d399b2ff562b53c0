import { useSyncExternalStore } from 'react';
import { isNotice, type Notice, onNavigation } from './navigation.ts';

/**
 * Returns the notice for this visit of the page. It belongs to the history entry, so it disappears and returns with it.
 */
export const useNotice = (): Notice | null =>
  useSyncExternalStore(
    onNavigation,
    () => (isNotice(history.state) ? history.state : null),
    () => null,
  );
