import { useEffect, useSyncExternalStore } from 'react';
import { limits } from '../../src/config/limits.ts';
import { type ConsentState, createConsent } from '../../src/session/consent.ts';
import { LegalLink } from '../layout/legal-link.tsx';
import { focusHeading } from '../routing/focus-heading.ts';
import { useSite } from '../site-context.ts';
import { showBannerUnlessAnswered } from './asking.ts';
import { onOwnScroll } from './own-scroll.ts';

const consent = createConsent();
const atFirst = (): ConsentState => 'none';

/** Moves the focus after the choice: to the page, or to the link that opened the banner again. */
const goOnAfter = (before: ConsentState): void => {
  if (before === 'none') focusHeading({ preventScroll: true });
  else document.getElementById('cookie-choices')?.focus();
};

/**
 * The consent banner, which explains what a click allows and what refusing means
 * (product-spec.md#4-states-and-transitions, decisions.md#8-privacy-and-consent). It is a card at the edge of the page.
 * With `afterForm` it is in the flow of a page whose form it must not cover. It is visible while the document asks for
 * consent.
 */
export function ConsentBanner({ afterForm = false }: { afterForm?: boolean }) {
  const { t } = useSite();
  const state = useSyncExternalStore(consent.subscribe, consent.state, atFirst);
  useEffect(() => consent.subscribe(showBannerUnlessAnswered), []);
  useEffect(() => onOwnScroll(limits.consentScrollShare, consent.giveByScroll), []);
  const choose = (choice: () => void) => () => {
    choice();
    goOnAfter(state);
  };
  return (
    <section className={afterForm ? 'consent' : 'consent consent-card'} aria-labelledby="consent-heading" tabIndex={-1}>
      <p id="consent-heading" className="consent-heading">
        {t('consent.heading')}
      </p>
      <p>
        {t('consent.text')} <LegalLink page="privacy">{t('consent.privacy')}</LegalLink>
      </p>
      <details>
        <summary>{t('consent.meaning')}</summary>
        <p>{t('consent.accepting')}</p>
        <p>{t('consent.refusing')}</p>
      </details>
      <p className="consent-control">{t('consent.privacyControl')}</p>
      {state !== 'none' && <p>{t(`consent.now.${state}`)}</p>}
      <div className="consent-choice">
        <button type="button" className="button button-soft" data-consent="refuse" onClick={choose(consent.refuse)}>
          {t('consent.refuse')}
        </button>
        <button type="button" className="button button-soft" data-consent="give" onClick={choose(consent.give)}>
          {t('consent.accept')}
        </button>
      </div>
    </section>
  );
}
