import friends from '../../art/success-state.svg';
import { Art } from '../../layout/art.tsx';
import { SiteLink } from '../../layout/site-link.tsx';
import { Icon } from '../../layout/icon.tsx';
import { useSite } from '../../site-context.ts';

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
