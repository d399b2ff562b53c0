import type { ComponentProps, ReactNode } from 'react';
import english from '../../locales/en/legal.json' with { type: 'json' };
import { brand } from '../../src/config/brand.ts';
import { keptDays, type KeptName, keptNames, limits } from '../../src/config/limits.ts';
import type { LegalPage } from '../../src/config/links.ts';
import { variableText, variables } from '../../src/config/variables.ts';
import { iconPaths, type Marks, RichText } from '../../src/ui/message.tsx';
import { useSite } from '../site-context.ts';
import { ConsentBanner } from './consent-banner.tsx';
import { LegalLink, SiteLink } from './site-link.tsx';
import seal from '../art/child-safety-seal.svg';

/** A decorative picture, which screen readers ignore. Its size is reserved while it loads. */
export function Art(props: ComponentProps<'img'> & { width: number; height: number }) {
  return <img {...props} alt="" />;
}

/** Phosphor icons (MIT). `tick` is a check in a circle. */
const paths = {
  tick: iconPaths.ok,
  close:
    'M205.66,194.34a8,8,0,0,1-11.32,11.32L128,139.31,61.66,205.66a8,8,0,0,1-11.32-11.32L116.69,128,50.34,61.66A8,8,0,0,1,61.66,50.34L128,116.69l66.34-66.35a8,8,0,0,1,11.32,11.32L139.31,128Z',
} as const;

/** An icon. It is hidden from screen readers, because the text next to it has the same meaning. */
export function Icon({ name }: { name: keyof typeof paths }) {
  return (
    <svg className="icon" viewBox="0 0 256 256" aria-hidden="true">
      <path d={paths[name]} />
    </svg>
  );
}

/** Returns the child-safety seal, if the operator names a real one. */
export const sealOf = (): ReactNode => {
  const text = variableText(variables, 'VITE_SAFETY_SEAL');
  return (
    text !== undefined && (
      <>
        <Art src={seal} width={120} height={120} loading="lazy" />
        <b>{text}</b>
      </>
    )
  );
};

type Benefit = { title: string; text?: string };

/** A list with ticks, each item with an optional explanation. */
export function BenefitList({ benefits }: { benefits: readonly Benefit[] }) {
  return (
    <ul className="ticks">
      {benefits.map(({ title, text }) => (
        <li key={title}>
          <Icon name="tick" />
          {text === undefined ? (
            title
          ) : (
            <span>
              <b>{title}</b>
              <span className="soft">{text}</span>
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}

/** The page's only main heading. It gets the focus when a control above it disappears. */
export function PageHeading({ text, lead }: { text: ReactNode; lead?: ReactNode }) {
  return (
    <>
      <h1 tabIndex={-1}>{text}</h1>
      {lead !== undefined && <p className="lead">{lead}</p>}
    </>
  );
}

/** A link that loads the page again. */
const thisPage = '';

/**
 * The loading fallback of a tag, which hides it as soon as the tag shows something. It is visible if the script or the
 * translations cannot be loaded.
 * @param byMail how our support does instead what the tag does
 */
export function LoadingFallback({ byMail }: { byMail?: string }) {
  const { t } = useSite();
  return (
    <>
      <p className="late">
        {t('late.text')} <a href={thisPage}>{t('late.again')}</a>
      </p>
      {byMail !== undefined && (
        <p className="late">
          {byMail} <a href={`mailto:${brand.supportEmail}`}>{brand.supportEmail}</a>
        </p>
      )}
    </>
  );
}

type FormPageProps = {
  /** The name of the tag. `styles/forms.css` reserves its space. */
  name: string;
  heading: string;
  /** Content between the heading and the tag. */
  intro?: ReactNode;
  /** The tag. */
  children: ReactNode;
  /** Content that belongs to the form, below it. */
  trust?: ReactNode;
  /** Content next to the form. On a phone the form comes first (design: "The form first"). */
  aside?: { heading: string; content: ReactNode };
};

/** A form, alone or with its benefits next to it. */
export function FormPage({ name, heading, intro, children, trust, aside }: FormPageProps) {
  return (
    <div className={aside === undefined ? 'form-page' : 'form-page split'}>
      <div className="form-main">
        <div>
          <PageHeading text={heading} />
          {intro}
          <div className={`room room-${name}`}>{children}</div>
          <ConsentBanner afterForm />
          {trust}
        </div>
      </div>
      {aside !== undefined && (
        <section className="form-aside" aria-labelledby="aside-heading">
          <h2 id="aside-heading">{aside.heading}</h2>
          {aside.content}
        </section>
      )}
    </div>
  );
}

export const legalMarks: Marks = {
  mail: (words) => <a href={`mailto:${brand.supportEmail}`}>{words}</a>,
  terms: (words) => <LegalLink page="terms">{words}</LegalLink>,
  privacy: (words) => <LegalLink page="privacy">{words}</LegalLink>,
  deletion: (words) => <SiteLink to="deleteAccount">{words}</SiteLink>,
  withdraw: (words) => (
    <SiteLink to="cancel" query={{ mode: 'withdrawal' }}>
      {words}
    </SiteLink>
  ),
};

/** What is kept for how long, from the table that the jobs follow: "3 years", "90 days". */
export function KeptDays({ names = keptNames }: { names?: readonly KeptName[] }) {
  const { legal, language } = useSite();
  const periodOf = (days: number): string => {
    const unit = days % 365 === 0 ? 'year' : 'day';
    const format = new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' });
    return format.format(unit === 'year' ? days / 365 : days);
  };
  return (
    <ul className="prose">
      {names.map((name) => (
        <li key={name}>
          {legal(`kept.${name}`, { period: periodOf(keptDays[name]), least: periodOf(limits.proofDays) })}
        </li>
      ))}
    </ul>
  );
}

/** A sample of a legal text, marked as one, with the sections of `locales/<lang>/legal.json`. */
export function LegalText({ page }: { page: LegalPage }) {
  const { t, legal } = useSite();
  return (
    <div className="legal">
      <div className="wrap">
        <PageHeading text={t(`legal.${page}`)} />
        <p className="legal-sample">
          <b>{t('legal.sample')}</b> {t('legal.notice')}
        </p>
        {Object.keys(english.texts[page]).map((name) => (
          <section key={name}>
            <h2>{legal(`texts.${page}.${name}.heading`)}</h2>
            <p>
              <RichText text={legal(`texts.${page}.${name}.text`)} marks={legalMarks} />
            </p>
            {name === 'retention' && <KeptDays />}
          </section>
        ))}
      </div>
    </div>
  );
}
