import laurel from '../art/award-laurel.svg';
import classArt from '../art/class.svg';
import hero from '../art/hero.svg';
import level from '../art/level.svg';
import rise from '../art/score-rise.svg';
import { testimonialsUrl } from '../layout/footer.tsx';
import { Art, BenefitList, PageHeading, sealOf } from '../layout/content.tsx';
import { SiteLink } from '../layout/site-link.tsx';
import { useSite } from '../site-context.ts';
import { curriculum, labelOf } from '../../src/config/curriculum.ts';
import { limits } from '../../src/config/limits.ts';
import { storeLinks } from '../../src/config/store-links.ts';
import { variableText, variables } from '../../src/config/variables.ts';
import { priceLineMark } from '../../src/contracts/pages.ts';
import { isExcludedConcept, studentsMaximum } from '../../src/contracts/calls/school-zone.ts';

// Phones show the right part of the scene only. The left part is free of details, because the text is above it.
const phoneScene = `${hero}#svgView(viewBox(590,8,800,690))`;

/** The first section: what the product is, for whom, and the only primary button of the page. */
function Hero() {
  const { t } = useSite();
  return (
    <div className="hero">
      <div className="wrap">
        <div className="hero-say">
          <PageHeading text={t('home.heading')} lead={t('home.lead')} />
          <SiteLink to="signUp" className="maths-button maths-button-sun">
            {t('home.start')}
          </SiteLink>
          <p className="price-line">{priceLineMark}</p>
        </div>
      </div>
      <picture>
        <source media="(max-width: 900px)" srcSet={phoneScene} width="800" height="690" />
        <Art className="scene" src={hero} width={4000} height={720} fetchPriority="high" />
      </picture>
    </div>
  );
}

const numbers = ['challenges', 'score'];

/** The names of the product's awards, which the operator sets. */
const awards = (): string[] =>
  (variableText(variables, 'VITE_AWARDS') ?? '').split(',').flatMap((name) => name.trim() || []);

/** Evidence for parents: two numbers, and the awards and the child-safety seal that the operator names. */
function Proof() {
  const { t } = useSite();
  const seal = sealOf();
  return (
    <section className="proof" aria-label={t('home.proof.label')}>
      <ul className="wrap">
        {numbers.map((name) => (
          <li key={name} className="proof-number">
            <b>{t(`home.proof.${name}.value`)}</b>
            {t(`home.proof.${name}.text`)}
          </li>
        ))}
        {awards().map((name) => (
          <li key={name} className="proof-badge">
            <Art src={laurel} width={180} height={160} loading="lazy" />
            <b>{name}</b>
          </li>
        ))}
        {seal && <li className="proof-badge">{seal}</li>}
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
        <ol className="hops">
          {hops.map((name) => (
            <li key={name}>
              <h3>{t(`home.hops.${name}.title`)}</h3>
              <p className="soft">{t(`home.hops.${name}.text`)}</p>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}

const reasons = ['understanding', 'smallSteps', 'game'];

/** Explains how the game teaches differently, next to a level in which a bar is divided into halves and quarters. */
function WhyItWorks() {
  const { t } = useSite();
  return (
    <section className="chapter chapter-tint" aria-labelledby="why-heading">
      <div className="wrap two">
        <Art src={level} width={640} height={520} loading="lazy" />
        <div>
          <h2 id="why-heading">{t('home.why.heading')}</h2>
          <BenefitList
            benefits={reasons.map((name) => ({ title: t(`home.why.${name}.title`), text: t(`home.why.${name}.text`) }))}
          />
        </div>
      </div>
    </section>
  );
}

/** Returns the picture of a package. Its file is named after the package id, so a new package needs only a file. */
const pictures = import.meta.glob<string>('../art/package-*.svg', { eager: true, import: 'default' });

const shownConcepts = curriculum.packages
  .flatMap(({ concepts }) => concepts)
  .filter(({ id }) => !isExcludedConcept(id));

/** The packages in teaching order, with the game's own names and counts, as on the teachers' pages. */
function Curriculum() {
  const { t, language } = useSite();
  const levels = shownConcepts.reduce((sum, concept) => sum + concept.levels, 0);
  return (
    <section className="chapter" id="curriculum" aria-labelledby="curriculum-heading">
      <div className="wrap">
        <h2 id="curriculum-heading">{t('home.curriculum.heading')}</h2>
        <p className="lead">{t('home.curriculum.lead', { levels, concepts: shownConcepts.length })}</p>
        <ul className="shelf">
          {curriculum.packages.map((each) => (
            <li key={each.id}>
              <Art
                src={pictures[`../art/package-${each.id.replaceAll('_', '-')}.svg`] ?? ''}
                width={320}
                height={220}
                loading="lazy"
              />
              <h3>{labelOf(each, language)}</h3>
              <p className="soft">{t(`home.curriculum.${each.id}`)}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

const inclusions = ['children', 'challenges', 'packages', 'creative', 'devices', 'languages'];
const days = ['today', 'reminder', 'payment'];

/** Everything that a membership includes (product-spec.md#2-screens-and-routes), what it costs, and on which day. */
function Membership() {
  const { t } = useSite();
  return (
    <section className="wrap" id="membership" aria-labelledby="membership-heading">
      <div className="member two">
        <div>
          <h2 id="membership-heading">{t('home.membership.heading')}</h2>
          <BenefitList benefits={inclusions.map((name) => ({ title: t(`home.membership.${name}`) }))} />
        </div>
        <div>
          <p className="price-line">{priceLineMark}</p>
          <ol className="days">
            {days.map((name) => (
              <li key={name}>
                <b>{t(`home.membership.days.${name}.when`, { reminder: limits.trialDays - 2 })}</b>
                {t(`home.membership.days.${name}.what`)}
              </li>
            ))}
          </ol>
          <p className="soft">{t('home.membership.refund', { days: limits.withdrawalDays })}</p>
          <SiteLink to="signUp" className="maths-button">
            {t('home.membership.start')}
          </SiteLink>
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
      <div className="wrap two">
        <Art src={classArt} width={480} height={346} loading="lazy" />
        <div>
          <h2 id="school-heading">{t('home.school.heading')}</h2>
          <p className="lead">{t('home.school.text', { students: studentsMaximum })}</p>
          <SiteLink to="teacherSignUp" className="maths-button maths-button-line">
            {t('home.school.see')}
          </SiteLink>
        </div>
      </div>
    </section>
  );
}

const proofLinks = { testimonials: testimonialsUrl, ...storeLinks };

/** The banner that leads to testimonials and to the app (product-spec.md#2-screens-and-routes). */
function DidYouKnow() {
  const { t } = useSite();
  return (
    <section className="chapter know" aria-labelledby="know-heading">
      <div className="wrap two">
        <Art src={rise} width={220} height={210} loading="lazy" />
        <div>
          <p>{t('home.didYouKnow.question')}</p>
          <h2 id="know-heading">{t('home.didYouKnow.heading')}</h2>
          <div className="know-links">
            {Object.entries(proofLinks).map(([name, href]) => (
              <a key={name} className="maths-button maths-button-line" href={href}>
                {t(`home.didYouKnow.${name}`)}
              </a>
            ))}
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
