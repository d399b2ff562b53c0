import { carriedQuery } from './language.ts';
import { focusHeading, onClick, onEvent, whenParsed, whenShown } from './page-events.ts';
import { unknownAddress } from '../../src/contracts/pages.ts';
import { signOutRequest } from '../../src/contracts/api.ts';
import { signOutEvent } from '../../src/contracts/elements.ts';
import type { RouteName, routes } from '../../src/contracts/routes.ts';
import type { TagName } from '../../src/contracts/tags.ts';
import { platform } from '../../src/contracts/session.ts';
import { onRestored } from '../../src/lib/browser.ts';
import { createSessionStore } from '../../src/session/session-store.ts';

/** The pages that the script opens. The whole table of the routes would be a tenth of the script. */
const paths = {
  home: '/',
  signIn: '/signin',
  dashboard: '/dashboard',
  teacherSignUpSuccess: '/schoolzone/teacher/signup-success',
} as const satisfies { [Name in RouteName]?: (typeof routes)[Name]['path'] };

type NextPage = keyof typeof paths;

/** Returns a page's address with this query, as the server's own, so no redirect follows. It leads to no other site. */
export const addressOf = (name: NextPage, search: string = location.search): string =>
  paths[name] + carriedQuery(search);

/** Notices that a page can leave for the next one: keys of `notice` in `locales/<lang>/site.json`. */
export type Notice = 'accountDeleted' | 'sessionExpired' | 'loggedOut' | 'signedOut' | 'unknownAddress';

/** Replaces this page by another with a notice, in the state of the history entry, which no link can contain. */
const replaceWithNotice = (page: NextPage, notice: Notice): void => {
  history.replaceState(notice, '', addressOf(page));
  location.reload();
};

/** Shows the notice that the previous page left, or that the address that led here does not exist. */
export const showNotice = (): void => {
  if (location.hash === unknownAddress) {
    history.replaceState('unknownAddress' satisfies Notice, '', location.pathname + location.search);
  }
  const show = (): void => {
    for (const notice of document.querySelectorAll<HTMLElement>('[data-notice]')) {
      notice.hidden = notice.dataset['notice'] !== history.state;
    }
  };
  whenParsed(show);
  onRestored(show);
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
 * Shows the header of a visitor with or without a session, and redirects a visitor who gets another page: at once,
 * after a change in another tab, and when the browser shows a page that it loaded or kept earlier. A redirecting page
 * stays empty, because an empty page for a moment is better than a wrong one. A visitor who was signed in on this page
 * reads that this is over.
 */
export const followSession = (guard: string, fragment: string): void => {
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
      // A mailed link continues after the log-in.
      else location.replace(addressOf(other) + (location.hash || fragment));
    }
    wasSignedIn = isSignedIn;
  };
  follow();
  whenShown(follow);
  onRestored(follow);
  sessions.subscribe(follow);
  // The server has ended every session of the account.
  onEvent('password-reset', () => {
    sessions.remove();
    follow();
  });
};

/** The page that follows a success. After a sign-up the element itself navigates to the payment page. */
const pageAfterSuccess = {
  'maths-sign-in': 'dashboard',
  'maths-teacher-sign-up': 'teacherSignUpSuccess',
} as const satisfies Partial<Record<TagName, NextPage>>;

/** Opens the page that follows a success. */
export const leaveAfterSuccess = (): void => {
  onEvent('auth-success', (element) => {
    for (const [tag, page] of Object.entries(pageAfterSuccess)) {
      if (element.localName === tag) location.assign(addressOf(page) + location.hash);
    }
  });
};

/** Ends the session of a page whose element did not load, here and at the server. */
const endSession = (): void => {
  const sessions = createSessionStore();
  const token = sessions.read()?.token;
  if (token !== undefined) {
    const headers = { Authorization: `Bearer ${token}` };
    const { method, path } = signOutRequest;
    // The browser ends the session immediately. Without a connection, the token ends when it expires.
    fetch(`${path}?p=${platform}`, { method, headers, keepalive: true }).catch(() => undefined);
  }
  sessions.remove();
};

/** Leads home after a log-out, or to sign-in after the end of a session (decisions.md#4-sessions-and-tokens). */
export const leaveAccount = (): void => {
  const goHome = (): void => replaceWithNotice('home', 'signedOut');
  onEvent('signed-out', (_element, event) => {
    // After a log-out in another tab, the guard has redirected already.
    if (document.documentElement.hidden) return;
    if (event instanceof CustomEvent && event.detail.reason === 'ended') replaceWithNotice('signIn', 'sessionExpired');
    else goHome();
  });
  onEvent('account-deleted', () => replaceWithNotice('home', 'accountDeleted'));
  onClick('.log-out', () => {
    const request = new Event(signOutEvent, { cancelable: true });
    document.querySelector('maths-dashboard')?.dispatchEvent(request);
    if (request.defaultPrevented) return;
    endSession();
    goHome();
  });
};
