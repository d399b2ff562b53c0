import type { ConsentState } from '../../src/contracts/cookies.ts';
import { useSite } from '../site-context.ts';
import { LegalLink } from './site-link.tsx';

const answers = ['clicked', 'scrolled', 'necessary', 'refused'] as const satisfies ConsentState[];

/**
 * The consent banner, which explains what a click allows and what refusing means
 * (product-spec.md#4-states-and-transitions, decisions.md#8-privacy-and-consent). It is a card at the edge of the page.
 * With `afterForm` it is in the flow of a page whose form it must not cover. `script/consent.ts` shows it.
 */
export function ConsentBanner({ afterForm = false }: { afterForm?: boolean }) {
  const { t } = useSite();
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
      {answers.map((answer) => (
        <p key={answer} data-consent-now={answer} hidden>
          {t(`consent.now.${answer}`)}
        </p>
      ))}
      <div className="consent-choice">
        <button type="button" className="maths-button maths-button-line" data-consent="refuse">
          {t('consent.refuse')}
        </button>
        <button type="button" className="maths-button maths-button-line" data-consent="give">
          {t('consent.accept')}
        </button>
      </div>
    </section>
  );
}
