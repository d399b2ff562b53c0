import { addressOf, type NextPage } from './address.ts';
import { replaceWithNotice } from './session.ts';
import { onClick, onEvent } from './page-events.ts';
import { apiPaths } from '../../src/contracts/api.ts';
import { signOutEvent } from '../../src/contracts/elements.ts';
import type { TagName } from '../../src/contracts/tags.ts';
import { platform } from '../../src/contracts/token.ts';
import { createSessionStore } from '../../src/session/session-store.ts';

/** The page that follows a success. After a sign-up the element itself navigates to the payment page. */
const pageAfterSuccess = {
  'maths-sign-in': 'dashboard',
  'maths-teacher-sign-up': 'teacherSignUpSuccess',
} as const satisfies Partial<Record<TagName, NextPage>>;

/** Opens the page that follows a success. */
export const leaveAfterSuccess = (): void => {
  onEvent('auth-success', (element) => {
    for (const [tag, page] of Object.entries(pageAfterSuccess)) {
      if (element.localName === tag) location.assign(addressOf(page));
    }
  });
};

/** Ends the session of a page whose element did not load, here and at the server. */
const endSession = (): void => {
  const sessions = createSessionStore();
  const token = sessions.read()?.token;
  if (token !== undefined) {
    const headers = { Authorization: `Bearer ${token}` };
    const url = `${apiPaths.integrations}?p=${platform}`;
    // The browser ends the session immediately. Without a connection, the token ends when it expires.
    fetch(url, { method: 'DELETE', headers, keepalive: true }).catch(() => undefined);
  }
  sessions.remove();
};

/**
 * Leads home after a log-out or a deletion, and to the sign-in page when the session has ended by itself
 * (decisions.md#4-sessions-and-tokens). The header's button logs out through the element.
 */
export const leaveAccount = (): void => {
  const goHome = (): void => location.assign(addressOf('home'));
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
