import { brand } from '../../src/config/brand.ts';
import type { LegalPage } from '../../src/config/legal-links.ts';
import { type Marks, RichText } from '../../src/ui/rich-text.tsx';
import { LoadingFallback } from '../layout/loading-fallback.tsx';
import { LegalLink } from '../layout/legal-link.tsx';
import { PageHeading } from '../layout/page-heading.tsx';
import { useSite } from '../site-context.ts';

/** The sections of each text, by their names in `locales/<lang>/legal.json`. */
const sections: Record<LegalPage, readonly string[]> = {
  terms: [
    'account',
    'membership',
    'trial',
    'payment',
    'cancelling',
    'schoolZone',
    'use',
    'ending',
    'changes',
    'contact',
  ],
  privacy: [
    'parents',
    'children',
    'teachers',
    'necessary',
    'advertising',
    'recipients',
    'retention',
    'rights',
    'contact',
  ],
};

const marks: Marks = {
  mail: (words) => <a href={`mailto:${brand.supportEmail}`}>{words}</a>,
  terms: (words) => <LegalLink page="terms">{words}</LegalLink>,
  privacy: (words) => <LegalLink page="privacy">{words}</LegalLink>,
};

function Legal({ page }: { page: LegalPage }) {
  const { t, legal } = useSite();
  return (
    <div className="legal">
      <div className="wrap">
        <PageHeading text={t(`legal.${page}`)} />
        <p className="legal-sample">
          <b>{t('legal.sample')}</b> {t('legal.notice')}
        </p>
        {legal === undefined && <LoadingFallback />}
        {legal !== undefined &&
          sections[page].map((name) => (
            <section key={name}>
              <h2>{legal(`texts.${page}.${name}.heading`)}</h2>
              <p>
                <RichText text={legal(`texts.${page}.${name}.text`)} marks={marks} />
              </p>
            </section>
          ))}
      </div>
    </div>
  );
}

/** The sample of the terms of use (decisions.md#6-flows). */
export function TermsPage() {
  return <Legal page="terms" />;
}

/** The sample of the privacy policy (decisions.md#6-flows). */
export function PrivacyPage() {
  return <Legal page="privacy" />;
}
