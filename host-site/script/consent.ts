import { limits } from '../../src/config/limits.ts';
import { createConsentStore } from '../../src/session/consent-store.ts';
import { focusHeading, onClick, whenParsed } from './page-events.ts';

/** Asks by the banner, at the first paint. A scroll also answers (decisions.md#8-privacy-and-consent). */
export const askForConsent = (): void => {
  const consent = createConsentStore();
  const { documentElement: root } = document;
  const { classList } = root;

  const explainState = (): void => {
    for (const text of document.querySelectorAll<HTMLElement>('[data-consent-now]')) {
      text.hidden = text.dataset['consentNow'] !== consent.state();
    }
  };
  const show = (): void => {
    classList.toggle('asks-consent', consent.state() === 'none');
    // A form that asks for consent is visible before its view is loaded, and must not ask a visitor who gave it.
    classList.toggle('consented', consent.given());
    classList.toggle('privacy-control', consent.privacyControl());
    explainState();
  };
  show();
  whenParsed(explainState);
  consent.subscribe(show);
  const measure = (): void => {
    // A key that moves the focus into the banner scrolls to it.
    const isInUse = document.activeElement?.closest('.consent') ?? null;
    if (isInUse === null && scrollY > limits.consentScrollShare * (root.scrollHeight - innerHeight))
      consent.giveByScroll();
  };
  addEventListener('scroll', measure, { passive: true });

  onClick('[data-consent]', ({ dataset }) => {
    const isFirstAnswer = consent.state() === 'none';
    if (dataset['consent'] === 'give') consent.give();
    else consent.refuse();
    // The focus moves on: to the page, or to the button that opened the banner again.
    if (isFirstAnswer) focusHeading({ preventScroll: true });
    else document.getElementById('cookie-choices')?.focus();
  });
  onClick('#cookie-choices', () => {
    classList.add('asks-consent');
    document.querySelector<HTMLElement>('.consent')?.focus();
  });
};
