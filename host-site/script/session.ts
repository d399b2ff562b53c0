import { addressOf, type NextPage } from './address.ts';
import { focusHeading, onClick, onEvent, onReturn, whenParsed, whenShown } from './page-events.ts';
import { createSessionStore } from '../../src/session/session-store.ts';

/** Notices that a page can leave for the next one: keys of `notice` in `locales/<lang>/site.json`. */
export type Notice = 'accountDeleted' | 'sessionExpired' | 'loggedOut';

/**
 * Replaces this page by another with a notice. The notice is the state of the history entry, so no link can contain it,
 * and it stays with a reload and leaves with the page.
 */
export const replaceWithNotice = (page: NextPage, notice: Notice): void => {
  history.replaceState(notice, '', addressOf(page));
  location.reload();
};

/** Shows the notice that the previous page left. */
export const showNotice = (): void => {
  const show = (): void => {
    for (const notice of document.querySelectorAll<HTMLElement>('[data-notice]')) {
      notice.hidden = notice.dataset['notice'] !== history.state;
    }
  };
  whenParsed(show);
  onReturn(show);
  onClick('[data-notice] button', () => {
    history.replaceState(null, '');
    show();
    focusHeading();
  });
};

/**
 * Returns the page to which a page redirects this visitor (product-spec.md#2-screens-and-routes), or null.
 * @param guard who may stay (src/contracts/routes.ts)
 */
export const insteadOf = (guard: string, signedIn: boolean): NextPage | null => {
  if (guard === 'guest' && signedIn) return 'dashboard';
  if (guard === 'session' && !signedIn) return 'signIn';
  return null;
};

/**
 * Shows the header of a visitor with or without a session, and redirects a visitor who gets another page: at once, after a
 * change in another tab, and when the browser shows a page that it loaded or kept earlier. A redirecting page stays
 * empty, because an empty page for a moment is better than a wrong one. A visitor who was signed in on this page reads
 * that this is over.
 */
export const followSession = (guard: string): void => {
  const { documentElement: root } = document;
  const sessions = createSessionStore();
  let wasSignedIn = false;
  const follow = (): void => {
    const isSignedIn = sessions.read() !== null;
    root.classList.toggle('signed-in', isSignedIn);
    const other = insteadOf(guard, isSignedIn);
    if (other !== null) {
      root.hidden = true;
      if (wasSignedIn && !isSignedIn) replaceWithNotice(other, 'loggedOut');
      else location.replace(addressOf(other));
    }
    wasSignedIn = isSignedIn;
  };
  follow();
  whenShown(follow);
  onReturn(follow);
  sessions.subscribe(follow);
  // The server has ended every session of the account.
  onEvent('password-reset', () => {
    sessions.remove();
    follow();
  });
};
