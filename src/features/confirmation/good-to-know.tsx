import { brand } from '../../config/brand.ts';
import { Link } from '../../ui/link.tsx';
import { useElement } from '../shared/use-element.ts';

export type GoodToKnowProps = {
  /** The email of the signed-in person. */
  email: string | undefined;
};

/** Shows what a parent needs later: the email to log in with, and the support address. */
export function GoodToKnow({ email }: GoodToKnowProps) {
  const { t } = useElement();
  return (
    <aside className="maths-facts" aria-labelledby="facts">
      <h2 id="facts" className="maths-step-heading">
        {t('facts.heading')}
      </h2>
      <dl>
        {email !== undefined && (
          <div>
            <dt>{t('facts.email')}</dt>
            <dd>{email}</dd>
          </div>
        )}
        <div>
          <dt>{t('facts.help')}</dt>
          <dd>
            <Link href={`mailto:${brand.supportEmail}`}>{brand.supportEmail}</Link>
          </dd>
        </div>
      </dl>
    </aside>
  );
}
