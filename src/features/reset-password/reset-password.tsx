import { useEffectEvent, useLayoutEffect } from 'react';
import { Link } from '../../ui/link.tsx';
import { Message } from '../../ui/message.tsx';
import { ElementFrame } from '../shared/element-frame.tsx';
import { useForm } from '../shared/use-controller.ts';
import { useElement } from '../shared/use-element.ts';
import { NewLinkForm } from './new-link-form.tsx';
import { NewPasswordForm } from './new-password-form.tsx';
import type { ResetPasswordController } from './reset-password-controller.ts';

/** The view that sets a new password from a mailed link, or requests another link (decisions.md#6-flows). */
export function ResetPassword({ controller }: { controller: ResetPasswordController }) {
  const { t, element, link } = useElement();
  const state = useForm(controller);
  const shown = state.step === 'needs-link' || state.step === 'mail-promised' ? 'spent' : 'set';
  const tell = useEffectEvent(() => element.setAttribute('mode', shown));
  // Runs before the paint: the page has a heading for `set` only.
  useLayoutEffect(() => tell(), [shown]);
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
            <Link href={link('/signin')} look="button">
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
            {heading(t(state.isSpent ? 'newLink.expired' : 'newLink.first'))}
            {!state.isSpent && <p className="maths-lead">{t('newLink.lead')}</p>}
            <NewLinkForm isSpent={state.isSpent} state={state.request} onSubmit={controller.submit} />
          </>
        );
      default:
        return <NewPasswordForm state={state} onSubmit={controller.submit} />;
    }
  };
  return <ElementFrame>{content()}</ElementFrame>;
}
