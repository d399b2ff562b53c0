import { addressOf, type NextPage } from './address.ts';
import { focusHeading, onClick } from './on-event.ts';
import { onReturn, whenParsed } from './shown.ts';

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
