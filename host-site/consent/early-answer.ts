import { createConsent } from '../../src/session/consent.ts';
import { showBannerUnlessAnswered } from './asking.ts';

/** Makes the buttons of the banner work before React handles them. */
export const answerByClick = (hydrated: AbortSignal): void => {
  const answer = (event: Event): void => {
    const button = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-consent]') : null;
    if (button === null) return;
    const consent = createConsent();
    if (button.dataset['consent'] === 'give') consent.give();
    else consent.refuse();
    showBannerUnlessAnswered();
  };
  document.addEventListener('click', answer, { signal: hydrated });
};
