import laurel from '../art/award-laurel.svg';
import sealArt from '../art/child-safety-seal.svg';
import classArt from '../art/class.svg';
import ready from '../art/friend-ready.svg';
import hero from '../art/hero.svg';
import level from '../art/level.svg';
import rise from '../art/score-rise.svg';
import friends from '../art/success-state.svg';
import { testimonialsUrl } from '../layout/footer.tsx';
import { Art, Icon, PageHeading } from '../layout/content.tsx';
import { SiteLink } from '../layout/site-link.tsx';
import { useSite } from '../site-context.ts';
import { curriculum, labelOf } from '../../src/config/curriculum.ts';
import { storeLinks } from '../../src/config/store-links.ts';
import type { Language } from '../../src/contracts/language.ts';
import { priceLineMark } from '../../src/contracts/pages.ts';
import { isExcludedConcept, studentsMaximum } from '../../src/contracts/calls/school-zone.ts';
import { RichText } from '../../src/ui/rich-text.tsx';

// Phones show the right part of the scene only. The left part is free of details, because the text is above it.
const phoneScene = `${hero}#svgView(viewBox(590,8,800,690))`;

/** No line ends after the hyphen of "7-day", also on a phone of 320 px. */
const oneLine = { line: (words: string) => <span className="one-line">{words}</span> };

/** The first section: what the product is, for whom, and the only primary button of the page. */
function Hero() {
  const { t } = useSite();
  return (
    <div className="hero">
      <div className="wrap">
        <div className="hero-say">
          <PageHeading text={t('home.heading')} lead={t('home.lead')} />
          <SiteLink to="signUp" className="button button-sun">
            {/* One box, because the button is a flex container, which removes the spaces beside the mark. */}
            <span>
              <RichText text={t('home.start')} marks={oneLine} />
            </span>
          </SiteLink>
          <p className="price-line">{priceLineMark}</p>
          <ul className="sure">
            <li>
              <Icon name="check" />
              {t('home.children')}
            </li>
            <li>
              <Icon name="check" />
              {t('home.cancel')}
            </li>
          </ul>
        </div>
      </div>
      <picture>
        <source media="(max-width: 900px)" srcSet={phoneScene} width="800" height="690" />
        <Art className="scene" src={hero} width={4000} height={720} loads="first" />
      </picture>
    </div>
  );
}

/**
 * Awards and seals. Their texts are `home.proof` in `locales/<lang>/site.json`. A `sample` is an invented
 * placeholder. The page marks it as a sample, and it must be replaced by a real one.
 */
export const awards = [
  { name: 'bestMathsGame', icon: 'star', sample: true },
  { name: 'parentsChoice', icon: 'heart', sample: true },
] as const;

export const childSafetySeal = { sample: true } as const;

const numbers = ['challenges', 'score'];

/** Evidence for parents: two numbers, awards and the child-safety seal. Samples are marked. */
function Proof() {
  const { t } = useSite();
  return (
    <section className="proof" aria-label={t('home.proof.label')}>
      <ul className="wrap">
        {numbers.map((name) => (
          <li key={name} className="proof-number">
            <b>{t(`home.proof.${name}.value`)}</b>
            {t(`home.proof.${name}.text`)}
          </li>
        ))}
        {awards.map(({ name, icon, sample }) => (
          <li key={name} className="award">
            <span className="award-laurel">
              <Art src={laurel} width={180} height={160} loads="lazy" />
              <Icon name={icon} />
            </span>
            <p>
              <b>{t(`home.proof.awards.${name}`)}</b>
              {sample && <span className="sample-mark">{t('home.proof.sampleAward')}</span>}
            </p>
          </li>
        ))}
        <li className="award seal">
          <Art src={sealArt} width={120} height={120} loads="lazy" />
          <p>
            <b>{t('home.proof.seal')}</b>
            {childSafetySeal.sample && <span className="sample-mark">{t('home.proof.sampleSeal')}</span>}
          </p>
        </li>
      </ul>
    </section>
  );
}

const hops = ['account', 'app', 'play'];

/** Three steps from sign-up to playing, shown as hops on a number line. */
function ThreeHops() {
  const { t } = useSite();
  return (
    <section className="chapter" id="how-it-works" aria-labelledby="hops-heading">
      <div className="wrap">
        <h2 id="hops-heading">{t('home.hops.heading')}</h2>
        <div className="hops">
          <svg className="hop-arcs" viewBox="0 0 300 66" preserveAspectRatio="none" aria-hidden="true">
            <path d="M3 58Q50-46 97 58M103 58Q150-46 197 58M203 58Q250-46 297 58" />
          </svg>
          <div className="hop-start">
            <Art src={ready} width={120} height={106} loads="lazy" />
            <p className="soft">{t('home.hops.start')}</p>
          </div>
          <ol>
            {hops.map((name) => (
              <li key={name}>
                <h3>{t(`home.hops.${name}.title`)}</h3>
                <p className="soft">{t(`home.hops.${name}.text`)}</p>
              </li>
            ))}
          </ol>
        </div>
      </div>
    </section>
  );
}

const reasons = [
  { name: 'understanding', icon: 'hand', hue: 'coral' },
  { name: 'smallSteps', icon: 'stairs', hue: 'mint' },
  { name: 'game', icon: 'controller', hue: 'sky' },
] as const;

/** Explains how the game teaches differently, next to a level in which a bar is divided into halves and quarters. */
function WhyItWorks() {
  const { t } = useSite();
  return (
    <section className="chapter chapter-tint" aria-labelledby="why-heading">
      <div className="wrap why">
        <figure>
          <Art src={level} width={640} height={520} loads="lazy" />
          <figcaption>{t('home.why.picture')}</figcaption>
        </figure>
        <div>
          <h2 id="why-heading">{t('home.why.heading')}</h2>
          <ul className="reasons">
            {reasons.map(({ name, icon, hue }) => (
              <li key={name}>
                <span className={`reason-icon hue-${hue}`}>
                  <Icon name={icon} />
                </span>
                <div>
                  <h3>{t(`home.why.${name}.title`)}</h3>
                  <p className="soft">{t(`home.why.${name}.text`)}</p>
                </div>
              </li>
            ))}
          </ul>
        </div>
      </div>
    </section>
  );
}

/**
 * A package as a parent sees it: the names of its concepts, without the hidden ones
 * (product-spec.md#9-business-constants-and-limits).
 */
type ShelfPackage = {
  id: string;
  label: string;
  art: string | undefined;
  concepts: readonly string[];
  levels: number;
};

/** Returns the picture of a package. Its file is named after the package id, so a new package needs only a file. */
const pictures = import.meta.glob<string>('../art/package-*.svg', { eager: true, import: 'default' });

/** All packages, in teaching order. */
const curriculumShelf = (language: Language): ShelfPackage[] =>
  curriculum.packages.map((each) => {
    const { id } = each;
    const shown = each.concepts.filter((concept) => !isExcludedConcept(concept.id));
    return {
      id,
      label: labelOf(each, language),
      art: pictures[`../art/package-${id.replaceAll('_', '-')}.svg`],
      concepts: shown.map((concept) => labelOf(concept, language)),
      levels: shown.reduce((sum, concept) => sum + concept.levels, 0),
    };
  });

function PackageCard({ id, label, art, concepts, levels }: ShelfPackage) {
  const { t } = useSite();
  return (
    <li>
      {art !== undefined && <Art src={art} width={320} height={220} loads="lazy" />}
      <div>
        <h3>{label}</h3>
        <p className="soft">{t(`home.curriculum.${id}`)}</p>
      </div>
      <details>
        <summary>{t('home.curriculum.contents', { concepts: concepts.length, levels })}</summary>
        <ul>
          {concepts.map((concept) => (
            <li key={concept}>{concept}</li>
          ))}
        </ul>
      </details>
    </li>
  );
}

/** The packages with the game's own names and counts, as on the teachers' pages. */
function Curriculum() {
  const { t, language } = useSite();
  const shelf = curriculumShelf(language);
  const levels = shelf.reduce((sum, one) => sum + one.levels, 0);
  const concepts = shelf.reduce((sum, one) => sum + one.concepts.length, 0);
  return (
    <section className="chapter" id="curriculum" aria-labelledby="curriculum-heading">
      <div className="wrap">
        <div className="chapter-head">
          <h2 id="curriculum-heading">{t('home.curriculum.heading')}</h2>
          <p className="lead">{t('home.curriculum.lead', { levels, concepts })}</p>
        </div>
        <ul className="shelf">
          {shelf.map((one) => (
            <PackageCard key={one.id} {...one} />
          ))}
        </ul>
      </div>
    </section>
  );
}

const inclusions = ['trial', 'children', 'challenges', 'packages', 'creative', 'devices', 'languages'];

/** Everything that a membership includes (product-spec.md#2-screens-and-routes), with the same button as at the top. */
export function Membership() {
  const { t } = useSite();
  return (
    <section className="wrap" id="membership" aria-labelledby="membership-heading">
      <div className="member">
        <div className="member-say">
          <h2 id="membership-heading">{t('home.membership.heading')}</h2>
          <p className="lead">{t('home.membership.lead')}</p>
          <ul className="ticks">
            {inclusions.map((name) => (
              <li key={name}>
                <Icon name="tick" />
                {t(`home.membership.${name}`)}
              </li>
            ))}
          </ul>
          <SiteLink to="signUp" className="button button-large button-brand">
            {t('home.membership.start')}
          </SiteLink>
        </div>
        <div className="member-art">
          <Art src={friends} width={400} height={340} loads="lazy" />
        </div>
      </div>
    </section>
  );
}

/** A link for parents who are teachers. */
function SchoolZoneBand() {
  const { t } = useSite();
  return (
    <section className="chapter" aria-labelledby="school-heading">
      <div className="wrap school">
        <Art src={classArt} width={480} height={346} loads="lazy" />
        <div>
          <h2 id="school-heading">{t('home.school.heading')}</h2>
          <p className="lead">{t('home.school.text', { students: studentsMaximum })}</p>
          <SiteLink to="teacherSignUp" className="button button-large button-soft">
            {t('home.school.see')}
            <Icon name="arrow" />
          </SiteLink>
        </div>
      </div>
    </section>
  );
}

/** The banner that leads to testimonials and to the app (product-spec.md#2-screens-and-routes). */
function DidYouKnow() {
  const { t } = useSite();
  return (
    <section className="know" aria-labelledby="know-heading">
      <div className="wrap">
        <Art src={rise} width={220} height={210} loads="lazy" />
        <div>
          <p className="know-question">{t('home.didYouKnow.question')}</p>
          <h2 id="know-heading">{t('home.didYouKnow.heading')}</h2>
          <div className="know-links">
            <a className="button button-line" href={testimonialsUrl}>
              {t('home.didYouKnow.testimonials')}
            </a>
            <a className="button button-ink" href={storeLinks.appStore}>
              {t('home.didYouKnow.appStore')}
            </a>
            <a className="button button-ink" href={storeLinks.googlePlay}>
              {t('home.didYouKnow.googlePlay')}
            </a>
          </div>
        </div>
      </div>
    </section>
  );
}

/** The parents' front page (product-spec.md#2-screens-and-routes). The header links to the ids of its sections. */
export function Page() {
  return (
    <>
      <Hero />
      <Proof />
      <ThreeHops />
      <WhyItWorks />
      <Curriculum />
      <Membership />
      <SchoolZoneBand />
      <DidYouKnow />
    </>
  );
}
