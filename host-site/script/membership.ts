import { languageOf } from '../../src/lib/browser.ts';
import type { Membership } from '../../src/contracts/calls/subscription.ts';
import { readableAmount } from '../../src/lib/texts.ts';
import { readableDate } from '../../src/lib/time.ts';

const all = (selector: string): HTMLElement[] => [...document.querySelectorAll<HTMLElement>(selector)];

/** Shows the text for the result of a purchase. It is announced, because its place is a live region. */
const showMembership = (membership: Membership): void => {
  const first = membership.kind === 'trial' ? membership.first : undefined;
  const language = languageOf(document.documentElement);
  const setTimes = (selector: string, moment: string): void => {
    for (const time of all(selector)) {
      time.setAttribute('datetime', moment);
      time.textContent = readableDate(moment, language);
    }
  };
  const { earlierUntil } = membership;
  if (earlierUntil !== undefined) setTimes('[data-earlier] time', earlierUntil);
  for (const earlier of all('[data-earlier]')) earlier.hidden = earlierUntil === undefined;
  if (first) {
    setTimes('[data-membership] time', first.at);
    for (const amount of all('[data-membership] b'))
      amount.textContent = readableAmount(first.amount, first.currency, language);
  }
  const shown = first === null ? 'openTrial' : membership.kind;
  for (const result of all('[data-membership]')) result.hidden = result.dataset['membership'] !== shown;
};

const isMembership = (detail: unknown): detail is Membership =>
  typeof detail === 'object' && detail !== null && 'kind' in detail;

/** Completes a page with what its element reports. */
export const fillInMembership = (): void => {
  document.addEventListener('membership-checked', (event) => {
    if (event instanceof CustomEvent && isMembership(event.detail)) showMembership(event.detail);
  });
  document.addEventListener('auth-error', (event) => {
    const isMissing = event instanceof CustomEvent && event.detail.code === 'CLASSROOM_DOES_NOT_EXIST';
    for (const link of all('[data-missing]')) link.hidden = !isMissing;
  });
};
