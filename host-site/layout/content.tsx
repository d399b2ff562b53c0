import type { ReactNode } from 'react';
import { brand } from '../../src/config/brand.ts';
import type { LegalPage } from '../../src/config/links.ts';
import { type Marks, RichText } from '../../src/ui/rich-text.tsx';
import { useSite } from '../site-context.ts';
import { ConsentBanner } from './consent-banner.tsx';
import { LegalLink } from './site-link.tsx';

type Props = {
  src: string;
  width: number;
  height: number;
  className?: string;
  slot?: string;
  /**
   * `lazy`: far below the first screen. `first`: the largest picture of the first screen, which loads with high
   * priority.
   */
  loads?: 'lazy' | 'first';
};

const nothingToSay = '';

/** A decorative picture, which screen readers ignore. Its size is reserved while it loads. */
export function Art({ loads, ...props }: Props) {
  return (
    <img
      loading={loads === 'lazy' ? 'lazy' : undefined}
      fetchPriority={loads === 'first' ? 'high' : undefined}
      {...props}
      alt={nothingToSay}
    />
  );
}

/**
 * Phosphor icons (MIT), filled weight; `check` and `arrow` are bold, `close` is regular. `tick` is a check in a circle.
 */
const paths = {
  star: 'M234.29,114.85l-45,38.83L203,211.75a16.4,16.4,0,0,1-24.5,17.82L128,198.49,77.47,229.57A16.4,16.4,0,0,1,53,211.75l13.76-58.07-45-38.83A16.46,16.46,0,0,1,31.08,86l59-4.76,22.76-55.08a16.36,16.36,0,0,1,30.27,0l22.75,55.08,59,4.76a16.46,16.46,0,0,1,9.37,28.86Z',
  heart:
    'M240,102c0,70-103.79,126.66-108.21,129a8,8,0,0,1-7.58,0C119.79,228.66,16,172,16,102A62.07,62.07,0,0,1,78,40c20.65,0,38.73,8.88,50,23.89C139.27,48.88,157.35,40,178,40A62.07,62.07,0,0,1,240,102Z',
  hand: 'M216,104v48a88,88,0,0,1-176,0V136a16,16,0,0,1,32,0v8a8,8,0,0,0,16,0V88a16,16,0,0,1,32,0v16a8,8,0,0,0,16,0V88a16,16,0,0,1,32,0v16a8,8,0,0,0,16,0,16,16,0,0,1,32,0Z',
  stairs:
    'M240,56V200a8,8,0,0,1-8,8H8a8,8,0,0,1,0-16H56V152a8,8,0,0,1,8-8h48V104a8,8,0,0,1,8-8h48V56a8,8,0,0,1,8-8h56A8,8,0,0,1,240,56Z',
  controller:
    'M247.44,173.75a.68.68,0,0,0,0-.14L231.05,89.44c0-.06,0-.12,0-.18A60.08,60.08,0,0,0,172,40H83.89a59.88,59.88,0,0,0-59,49.52L8.58,173.61a.68.68,0,0,0,0,.14,36,36,0,0,0,60.9,31.71l.35-.37L109.52,160h37l39.71,45.09c.11.13.23.25.35.37A36.08,36.08,0,0,0,212,216a36,36,0,0,0,35.43-42.25ZM104,112H96v8a8,8,0,0,1-16,0v-8H72a8,8,0,0,1,0-16h8V88a8,8,0,0,1,16,0v8h8a8,8,0,0,1,0,16Zm40-8a8,8,0,0,1,8-8h24a8,8,0,0,1,0,16H152A8,8,0,0,1,144,104Zm84.37,87.47a19.84,19.84,0,0,1-12.9,8.23A20.09,20.09,0,0,1,198,194.31L167.8,160H172a60,60,0,0,0,51-28.38l8.74,45A19.82,19.82,0,0,1,228.37,191.47Z',
  check: 'M232.49,80.49l-128,128a12,12,0,0,1-17,0l-56-56a12,12,0,1,1,17-17L96,183,215.51,63.51a12,12,0,0,1,17,17Z',
  arrow:
    'M224.49,136.49l-72,72a12,12,0,0,1-17-17L187,140H40a12,12,0,0,1,0-24H187L135.51,64.48a12,12,0,0,1,17-17l72,72A12,12,0,0,1,224.49,136.49Z',
  tick: 'M128,24A104,104,0,1,0,232,128,104.11,104.11,0,0,0,128,24Zm45.66,85.66-56,56a8,8,0,0,1-11.32,0l-24-24a8,8,0,0,1,11.32-11.32L112,148.69l50.34-50.35a8,8,0,0,1,11.32,11.32Z',
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

type Benefit = { title: string; text?: string };

/** A list with ticks, each item with an optional explanation. */
export function BenefitList({ benefits }: { benefits: readonly Benefit[] }) {
  return (
    <ul className="ticks">
      {benefits.map(({ title, text }) => (
        <li key={title}>
          <Icon name="tick" />
          <span>
            <b>{title}</b>
            {text !== undefined && <span className="soft">{text}</span>}
          </span>
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
 * @param children what the visitor can do instead
 */
export function LoadingFallback({ children }: { children?: ReactNode }) {
  const { t } = useSite();
  return (
    <p className="late">
      {t('late.text')} <a href={thisPage}>{t('late.again')}</a>
      {children}
    </p>
  );
}

type SplitProps = {
  form: ReactNode;
  /** Content that belongs to the form, below it. */
  trust?: ReactNode;
  asideHeading: string;
  aside: ReactNode;
  art: { src: string; width: number; height: number };
};

/** A form with its benefits next to it. On a phone the form comes first (design: "The form first"). */
export function Split({ form, trust, asideHeading, aside, art }: SplitProps) {
  return (
    <div className="split">
      <div className="split-form">
        <div>
          {form}
          <ConsentBanner afterForm />
          {trust}
        </div>
      </div>
      <section className="split-aside" aria-labelledby="aside-heading">
        <h2 id="aside-heading">{asideHeading}</h2>
        {aside}
        <Art {...art} />
      </section>
    </div>
  );
}

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
