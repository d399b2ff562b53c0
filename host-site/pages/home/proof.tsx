import laurel from '../../art/award-laurel.svg';
import sealArt from '../../art/child-safety-seal.svg';
import { awards, childSafetySeal } from '../../content/proof.ts';
import { Art } from '../../layout/art.tsx';
import { useSite } from '../../site-context.ts';
import { Icon } from '../../layout/icon.tsx';

const numbers = ['challenges', 'score'];

/** Evidence for parents: two numbers, awards and the child-safety seal. Samples are marked. */
export function Proof() {
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
