import { Button, Link } from '../../ui/button.tsx';
import { Checkbox, EmailField } from '../../ui/field.tsx';
import { Message } from '../../ui/message.tsx';
import { ElementForm, ElementFrame, fieldSentence } from '../shared/element-form.tsx';
import { useElement, useForm, useMode } from '../shared/use-element.ts';
import type { FormState } from '../shared/form-error.ts';
import { Password, UserName } from '../shared/password.tsx';
import type { ResetPasswordController, ResetPasswordField } from './controller.ts';

export function ResetPassword({ controller }: { controller: ResetPasswordController }) {
  const { t, link } = useElement();
  const state = useForm(controller);
  useMode(state.step === 'needs-link' || state.step === 'mail-promised' ? 'spent' : 'set');
  const heading = (text: string) => (
    <h1 className="maths-heading" part="heading">
      {text}
    </h1>
  );
  const content = () => {
    switch (state.step) {
      case 'done':
        return (
          <>
            <Message tone="ok">{t(state.devices === 'signed-out' ? 'doneWithDevices' : 'done')}</Message>
            {state.devices === 'failed' && (
              <Message tone="bad" focused={false}>
                {t('devicesFailed')}
              </Message>
            )}
            <p>{t('code')}</p>
            <Link href={link('/signin')} variant="button">
              {t('signIn')}
            </Link>
          </>
        );
      case 'mail-promised':
        return (
          <>
            {heading(t('newLink.sent'))}
            <Message tone="ok">{t('promised')}</Message>
          </>
        );
      case 'needs-link':
        return (
          <>
            {heading(t(state.link === 'spent' ? 'newLink.expired' : 'newLink.first'))}
            {state.link === 'none' && <p className="maths-lead">{t('newLink.lead')}</p>}
            <NewLinkForm link={state.link} state={state.request} onSubmit={controller.submit} />
          </>
        );
      default:
        return <NewPasswordForm state={state} onSubmit={controller.submit} />;
    }
  };
  return <ElementFrame>{content()}</ElementFrame>;
}

type NewPasswordFormProps = { state: FormState<ResetPasswordField>; onSubmit(data: FormData): void };

function NewPasswordForm({ state, onSubmit }: NewPasswordFormProps) {
  const { t, element } = useElement();
  const busy = state.step === 'submitting';
  const failed = state.step === 'failed' ? state : undefined;
  return (
    <ElementForm label={t('heading')} busy={busy} failed={failed} onSubmit={onSubmit}>
      <div className="maths-fields">
        <UserName email={element.attribute('email')} />
        <Password isNew label={t('newPassword')} error={fieldSentence(t, failed)('password')} />
        <Checkbox name="devices" defaultChecked required={false}>
          {t('devices')}
        </Checkbox>
        <Button type="submit" busy={busy}>
          {t(busy ? 'submitting' : 'submit')}
        </Button>
      </div>
    </ElementForm>
  );
}

type NewLinkFormProps = {
  link: Extract<ReturnType<ResetPasswordController['state']>, { step: 'needs-link' }>['link'];
  state: FormState<ResetPasswordField>;
  onSubmit(data: FormData): void;
};

function NewLinkForm({ link, state, onSubmit }: NewLinkFormProps) {
  const { t, element, sentence } = useElement();
  const isSpent = link === 'spent';
  const busy = state.step === 'submitting';
  const failed = state.step === 'failed' ? state : undefined;
  return (
    <ElementForm
      label={t(isSpent ? 'newLink.heading' : 'newLink.first')}
      busy={busy}
      failed={failed}
      onSubmit={onSubmit}
    >
      {link !== 'none' && failed === undefined && (
        <Message tone="bad">{isSpent ? sentence({ code: 'LINK_EXPIRED' }) : t('common.linkDamaged')}</Message>
      )}
      <div className="maths-fields">
        <EmailField
          label={t('common.email')}
          defaultValue={element.attribute('email')}
          error={fieldSentence(t, failed)('email')}
        />
        <Button type="submit" busy={busy}>
          {t(busy ? 'newLink.submitting' : isSpent ? 'newLink.submit' : 'newLink.submitFirst')}
        </Button>
      </div>
    </ElementForm>
  );
}
