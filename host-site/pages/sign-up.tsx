import friends from '../art/success-state.svg';
import { BenefitList } from '../layout/benefit-list.tsx';
import { Late } from '../layout/late.tsx';
import { PageHeading } from '../layout/page-heading.tsx';
import { Split } from '../layout/split.tsx';
import { useSite } from '../site-context.ts';
import { PaymentTrust } from './payment-trust.tsx';

const benefits = ['trial', 'children', 'challenges', 'score', 'packages', 'devices'];

/** Sign-up beside six benefits (spec section 2). The tag goes on to the payment page by itself. */
export function SignUpPage() {
  const { t, language, coupon } = useSite();
  return (
    <Split
      form={
        <>
          <PageHeading text={t('signUp.heading')} lead={t('signUp.lead')} />
          <div className="room room-sign-up">
            <maths-sign-up lang={language} coupon={coupon}>
              <Late />
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
