import classArt from '../art/class.svg';
import look from '../art/package-multiplication.svg';
import play from '../art/package-number-lines.svg';
import code from '../art/package-small-numbers.svg';
import { Art, BenefitList, LoadingFallback, PageHeading } from '../layout/content.tsx';
import { ConsentBanner } from '../layout/consent-banner.tsx';
import { useSite } from '../site-context.ts';
import { heatOf } from '../../src/config/curriculum.ts';
import { studentsMaximum } from '../../src/contracts/calls/school-zone.ts';

const steps = { code, play, look };

/** Three steps from the form to the first lesson. */
function HowItWorks() {
  const { t } = useSite();
  return (
    <section className="chapter" aria-labelledby="how-it-works">
      <div className="wrap">
        <h2 id="how-it-works">{t('howItWorks.heading')}</h2>
        <ol className="three">
          {Object.entries(steps).map(([name, art]) => (
            <li key={name}>
              <Art src={art} width={320} height={220} />
              <h3>{t(`howItWorks.${name}.title`)}</h3>
              <p className="soft">{t(`howItWorks.${name}.text`)}</p>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}

/** An invented class for a picture of the classroom page: concepts of the curriculum with their levels. */
const sampleConcepts = { equalGroups: 8, rowsAndColumns: 8, tables: 10, sharing: 8 };

/** The completed levels, in the order of the columns. */
const sampleStudents = [
  { code: '045', done: [8, 6, 6, 2] },
  { code: '076', done: [8, 8, 10, 6] },
  { code: '125', done: [5, 2, 0, 0] },
  { code: '163', done: [8, 7, 4, 1] },
  { code: '196', done: [8, 8, 8, 4] },
] as const;

/** A preview of the classroom page, small enough for a phone. */
function SampleTable() {
  const { t } = useSite();
  return (
    <div className="sample">
      <table>
        <caption>{t('sample.caption')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('sample.student')}</th>
            {Object.keys(sampleConcepts).map((name) => (
              <th key={name} scope="col">
                {t(`sample.${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {sampleStudents.map(({ code, done }) => (
            <tr key={code}>
              <th scope="row">{`#${code}`}</th>
              {Object.entries(sampleConcepts).map(([name, levels], column) => {
                const count = done[column] ?? 0;
                return (
                  <td key={name} className={`maths-heat-${heatOf(count / levels)}`}>
                    {`${count} / ${levels}`}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const uses = ['gap', 'groups', 'marking', 'takeAway'];

/** The benefits of the classroom page, next to a picture of it. */
function Usefulness() {
  const { t } = useSite();
  return (
    <section className="chapter chapter-tint" aria-labelledby="usefulness">
      <div className="wrap two">
        <div>
          <h2 id="usefulness">{t('usefulness.heading')}</h2>
          <BenefitList
            benefits={uses.map((name) => ({
              title: t(`usefulness.${name}.title`),
              text: t(`usefulness.${name}.text`),
            }))}
          />
        </div>
        <SampleTable />
      </div>
    </section>
  );
}

/** Reviews that no teacher wrote, marked as samples, until authors agree that their reviews are published. */
const reviews = ['groups', 'quarters'];

/** The steps of a first lesson. Their texts are `guide.<name>` in `locales/<lang>/site.json`. */
const guideSteps = ['prepare', 'show', 'enter', 'play', 'compare', 'look'] as const;

/** The guide to a first lesson, which is the only part of the page that is printed, and reviews by teachers. */
function GuideAndReviews() {
  const { t } = useSite();
  return (
    <section className="chapter" aria-labelledby="guide-and-reviews">
      <div className="wrap">
        <h2 id="guide-and-reviews">{t('guideAndReviews.heading')}</h2>
        <div className="two">
          <div className="guide">
            <h3>{t('guide.title')}</h3>
            <ol>
              {guideSteps.map((name) => (
                <li key={name}>
                  <b>{t(`guide.${name}.when`)}</b>
                  {t(`guide.${name}.what`)}
                </li>
              ))}
            </ol>
            <button type="button" className="maths-button maths-button-line" data-print="">
              {t('guide.print')}
            </button>
          </div>
          <div>
            {reviews.map((name) => (
              <figure key={name} className="review">
                <p className="sample-mark">{t('reviews.sample')}</p>
                <blockquote>{t(`reviews.${name}.quote`)}</blockquote>
                <figcaption className="soft">{t(`reviews.${name}.by`)}</figcaption>
              </figure>
            ))}
          </div>
        </div>
      </div>
    </section>
  );
}

const promises = ['mail', 'codes', 'packages'];

/** The teachers' front page (product-spec.md#2-screens-and-routes): benefits, price and form on one screen. */
export function Page() {
  const { t } = useSite();
  return (
    <>
      <div className="teach">
        <div className="wrap">
          <div className="teach-say">
            <p className="teach-free">{t('teacherSignUp.free')}</p>
            <PageHeading text={t('teacherSignUp.heading')} lead={t('teacherSignUp.lead')} />
          </div>
          <div className="teach-form">
            <div className="room-teacher-sign-up">
              <maths-teacher-sign-up>
                <LoadingFallback />
              </maths-teacher-sign-up>
            </div>
            <ConsentBanner afterForm />
          </div>
          <div className="teach-more">
            <BenefitList
              benefits={promises.map((name) => ({
                title: t(`teacherSignUp.promises.${name}`, { students: studentsMaximum }),
              }))}
            />
            <Art src={classArt} width={480} height={346} />
          </div>
        </div>
      </div>
      <HowItWorks />
      <Usefulness />
      <GuideAndReviews />
    </>
  );
}
