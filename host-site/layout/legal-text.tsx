import { brand } from '../../src/config/brand.ts';
import type { LegalPage } from '../../src/config/legal-links.ts';
import { type Marks, RichText } from '../../src/ui/rich-text.tsx';
import { useSite } from '../site-context.ts';
import { LegalLink } from './site-link.tsx';
import { PageHeading } from './content.tsx';

const marks: Marks = {
  mail: (words) => <a href={`mailto:${brand.supportEmail}`}>{words}</a>,
  terms: (words) => <LegalLink page="terms">{words}</LegalLink>,
  privacy: (words) => <LegalLink page="privacy">{words}</LegalLink>,
};

/** A sample of a legal text, marked as one. `sections` are names in `locales/<lang>/legal.json`. */
export function LegalText({ page, sections }: { page: LegalPage; sections: readonly string[] }) {
  const { t, legal } = useSite();
  return (
    <div className="legal">
      <div className="wrap">
        <PageHeading text={t(`legal.${page}`)} />
        <p className="legal-sample">
          <b>{t('legal.sample')}</b> {t('legal.notice')}
        </p>
        {sections.map((name) => (
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
