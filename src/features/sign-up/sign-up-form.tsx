import { createLegalLinks } from '../../config/legal-links.ts';
import type { Failure } from '../../contracts/error-codes.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { EmailField } from '../../ui/field.tsx';
import { Link } from '../../ui/link.tsx';
import { RichText } from '../../ui/rich-text.tsx';
import { ElementForm } from '../shared/element-form.tsx';
import { fieldSentence } from '../shared/field-sentence.ts';
import { Password } from '../shared/password.tsx';
import { useConsented } from '../shared/use-consented.ts';
import { useElement } from '../shared/use-element.ts';
import type { SignUpController } from './sign-up-controller.ts';
import { hasAccount, type SignUpState } from './sign-up-flow.ts';

/** The operator's own pages, if they are configured. */
const legalLinks = createLegalLinks();

export type SignUpFormProps = {
  state: Exclude<SignUpState, { step: 'paying' | 'done' }>;
  consent: SignUpController['consent'];
  onSubmit(data: FormData): void;
};

export function SignUpForm(props: SignUpFormProps) {
  const { state } = props;
  const { t, element, link, sentence } = useElement();
  const mode = element.mode();
  const consented = useConsented(props.consent);
  const say = (failure: Failure) => sentence(failure, 'sign-up');
  const busy = state.step === 'submitting';
  const failed = state.step === 'failed' ? state : undefined;
  const firstParty = mode.kind === 'first-party';
  const newTab = t('common.newTab');
  const problem = fieldSentence(t, failed);
  const signIn = (
    <Link href={link('/signin')} newTab={!firstParty && newTab}>
      {t('signIn')}
    </Link>
  );
  const legal = {
    terms: (words: string) => (
      <Link href={legalLinks.terms ?? link('/terms')} newTab={newTab}>
        {words}
      </Link>
    ),
    privacy: (words: string) => (
      <Link href={legalLinks.privacy ?? link('/privacy')} newTab={newTab}>
        {words}
      </Link>
    ),
  };
  return (
    <ElementForm
      label={t('heading')}
      busy={busy}
      failed={failed}
      say={say}
      waysOut={failed !== undefined && hasAccount(failed.failure) && <> {signIn}</>}
      onSubmit={props.onSubmit}
    >
      <fieldset className="maths-fields" disabled={mode.kind === 'blocked'}>
        <EmailField label={t('common.email')} defaultValue={element.attribute('email')} problem={problem('email')} />
        <Password isNew label={t('common.password')} problem={problem('password')} />
        {firstParty && (
          <>
            <Checkbox name="agreement" problem={problem('agreement')}>
              <RichText text={t('agreement')} marks={legal} />
            </Checkbox>
            <Checkbox name="cookies" ticked={consented} problem={problem('cookies')}>
              {t('common.acceptCookies')}
            </Checkbox>
          </>
        )}
        <Button type="submit" look={firstParty ? 'sun' : 'brand'} busy={busy}>
          {busy ? t('submitting') : t(firstParty ? 'submitAndPay' : 'submit')}
        </Button>
        {firstParty && <p className="maths-hint maths-next">{t('nothingToday')}</p>}
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
