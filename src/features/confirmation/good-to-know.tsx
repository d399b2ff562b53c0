import { brand } from '../../config/brand.ts';
import type { Translate } from '../../i18n/translate.ts';
import { Link } from '../../ui/link.tsx';

export type GoodToKnowProps = {
  t: Translate;
  /** Of whoever is signed in. */
  email: string | undefined;
  /** When the first payment is due, as people read it. */
  payment: string | undefined;
};

/** What a parent looks for later: the address to log in with, somebody to write to, the day of the first payment. */
export function GoodToKnow({ t, email, payment }: GoodToKnowProps) {
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
        {/* Last, for it comes when the server has answered: nothing that is being read moves. */}
        {payment !== undefined && (
          <div>
            <dt>{t('facts.payment')}</dt>
            <dd>{t('facts.date', { date: payment })}</dd>
          </div>
        )}
      </dl>
    </aside>
  );
}
