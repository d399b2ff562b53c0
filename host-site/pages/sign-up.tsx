import friends from '../art/success-state.svg';
import { BenefitList } from '../layout/benefit-list.tsx';
import { LoadingFallback } from '../layout/loading-fallback.tsx';
import { PageHeading } from '../layout/page-heading.tsx';
import { Split } from '../layout/split.tsx';
import { useSite } from '../site-context.ts';
import { PaymentTrust } from './payment-trust.tsx';

const benefits = ['trial', 'children', 'challenges', 'score', 'packages', 'devices'];

/**
 * The sign-up form next to six benefits (product-spec.md#2-screens-and-routes). The tag itself navigates to the payment
 * page.
 */
export function SignUpPage() {
  const { t, language, coupon } = useSite();
  return (
    <Split
      form={
        <>
          <PageHeading text={t('signUp.heading')} lead={t('signUp.lead')} />
          <div className="room room-sign-up">
            <maths-sign-up lang={language} coupon={coupon}>
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
