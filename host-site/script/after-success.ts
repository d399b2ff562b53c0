import type { TagName } from '../../src/contracts/tags.ts';
import { addressOf, type NextPage } from './address.ts';
import { onEvent } from './on-event.ts';

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
