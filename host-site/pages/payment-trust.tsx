import seal from '../art/child-safety-seal.svg';
import { childSafetySeal } from '../content/proof.ts';
import { Art } from '../layout/art.tsx';
import { useSite } from '../site-context.ts';

/** Two trust signals below a form that leads to a payment: the child-safety seal, and who receives the card number. */
export function PaymentTrust() {
  const { t } = useSite();
  return (
    <div className="trust">
      <Art src={seal} width={120} height={120} />
      <div>
        <p>
          <b>{t('home.proof.seal')}</b>
          {childSafetySeal.sample && <span className="sample-mark">{t('home.proof.sampleSeal')}</span>}
        </p>
        <p>{t('signUp.trust')}</p>
      </div>
    </div>
  );
}
