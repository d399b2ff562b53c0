import { Button, Link } from '../../ui/button.tsx';
import { Message, RichText } from '../../ui/message.tsx';
import { ElementForm, ElementFrame, fieldSentence } from '../shared/element-form.tsx';
import { useConsented, useElement, useForm } from '../shared/use-element.ts';
import { hasAccount, type PaymentState, type SignUpController, type SignUpState } from './controller.ts';
import { createLegalLinks } from '../../config/links.ts';
import type { Failure } from '../../contracts/error-codes.ts';
import { Checkbox, EmailField } from '../../ui/field.tsx';
import { Password } from '../shared/password.tsx';
import signUpCss from './sign-up.css?inline';

type FormProps<State> = { controller: SignUpController; state: State };

/**
 * The last step: the account is open, and the browser goes to the payment page. A failure can be retried separately.
 */
function PaymentStep({ controller, state }: FormProps<PaymentState>) {
  const { t, link, sentence } = useElement();
  const failed = state.step === 'failed';
  const busy = state.step === 'opening';
  return (
    <>
      {failed ? (
        <Message key="failed" tone="bad">
          {`${t('payment.failed')} ${sentence(state.failure)}`}
        </Message>
      ) : (
        <Message tone="ok">{t('payment.next')}</Message>
      )}
      <Button busy={busy} onClick={controller.goToPayment}>
        {t(busy ? 'payment.opening' : failed ? 'common.retry' : 'payment.open')}
      </Button>
      {!busy && (
        <p className="maths-after">
          {/* The account exists, whether or not the payment succeeds. */}
          <Link href={link('/dashboard')}>{t('payment.account')}</Link>
        </p>
      )}
    </>
  );
}

const legalLinks = createLegalLinks();

function SignUpForm({ controller, state }: FormProps<Exclude<SignUpState, { step: 'paying' | 'done' }>>) {
  const { t, element, link, sentence } = useElement();
  const mode = element.mode();
  const consented = useConsented(controller.consent);
  const busy = state.step === 'submitting';
  const failed = state.step === 'failed' ? state : undefined;
  const firstParty = mode.kind === 'first-party';
  const newTab = t('common.newTab');
  const errorOf = fieldSentence(t, failed);
  const signIn = (
    <Link key="sign-in" href={link('/signin')} newTab={!firstParty && newTab}>
      {t('signIn')}
    </Link>
  );
  const legalLink = (name: 'terms' | 'privacy') => (words: string) => (
    <Link href={legalLinks[name] ?? link(`/${name}`)} newTab={newTab}>
      {words}
    </Link>
  );
  const legal = { terms: legalLink('terms'), privacy: legalLink('privacy') };
  return (
    <ElementForm
      label={t('heading')}
      busy={busy}
      failed={failed}
      say={(failure) => sentence(failure, 'sign-up')}
      waysOut={failed !== undefined && hasAccount(failed.failure) ? [signIn] : undefined}
      onSubmit={controller.submit}
    >
      <fieldset className="maths-fields" disabled={mode.kind === 'blocked'}>
        <EmailField label={t('common.email')} defaultValue={element.attribute('email')} error={errorOf('email')} />
        <Password isNew label={t('common.password')} error={errorOf('password')} />
        {firstParty && (
          <>
            <Checkbox name="agreement" error={errorOf('agreement')}>
              <RichText text={t('agreement')} marks={legal} />
            </Checkbox>
            {!consented && (
              <Checkbox name="cookies" error={errorOf('cookies')}>
                {t('common.acceptCookies')}
              </Checkbox>
            )}
          </>
        )}
        <Button type="submit" variant={firstParty ? 'sun' : 'brand'} busy={busy}>
          {busy ? t('submitting') : t(firstParty ? 'submitAndPay' : 'submit')}
        </Button>
        {firstParty && <p className="maths-after">{t('nothingToday')}</p>}
      </fieldset>
      {!firstParty && (
        <p className="maths-legal">
          <RichText text={t('implied')} marks={legal} />
        </p>
      )}
      <p className="maths-after">
        {`${t('haveAccount')} `}
        {signIn}
      </p>
    </ElementForm>
  );
}

export function SignUp({ controller }: { controller: SignUpController }) {
  const { t, sentence } = useElement();
  // The account exists when a payment fails, so the messages of the account are used.
  const say = (failure: Failure) => sentence(failure, controller.state().step === 'paying' ? 'account' : 'sign-up');
  const state = useForm(controller, say);
  const content = () => {
    switch (state.step) {
      case 'done':
        return <Message tone="ok">{t('done')}</Message>;
      case 'paying':
        return <PaymentStep controller={controller} state={state.payment} />;
      default:
        return <SignUpForm {...{ controller, state }} />;
    }
  };
  return (
    <ElementFrame
      introduction={state.step === 'done' ? { heading: t('welcome') } : { heading: t('heading'), lead: t('lead') }}
    >
      {content()}
    </ElementFrame>
  );
}
SignUp.styles = [signUpCss];
