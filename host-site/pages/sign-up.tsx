import { priceLineMark } from '../../src/contracts/pages.ts';
import seal from '../art/child-safety-seal.svg';
import friends from '../art/success-state.svg';
import { childSafetySeal } from './home.tsx';
import { Art, BenefitList, LoadingFallback, PageHeading, Split } from '../layout/content.tsx';
import { useSite } from '../site-context.ts';

/** Two trust signals below a form that leads to a payment: the child-safety seal, and who receives the card number. */
function PaymentTrust() {
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

const benefits = ['trial', 'children', 'challenges', 'score', 'packages', 'devices'];

export const placesConsent = true;

/**
 * The sign-up form next to six benefits (product-spec.md#2-screens-and-routes). The tag itself navigates to the payment
 * page.
 */
export function Page() {
  const { t } = useSite();
  return (
    <Split
      form={
        <>
          <PageHeading text={t('signUp.heading')} lead={t('signUp.lead')} />
          <p className="price-line">{priceLineMark}</p>
          <div className="room room-sign-up">
            <maths-sign-up>
              <LoadingFallback />
            </maths-sign-up>
          </div>
        </>
      }
      trust={<PaymentTrust />}
      asideHeading={t('benefits.heading')}
      aside={
        <BenefitList
          benefits={benefits.map((name) => ({ title: t(`benefits.${name}.title`), text: t(`benefits.${name}.text`) }))}
        />
      }
      art={{ src: friends, width: 400, height: 340 }}
    />
  );
}
