import { useEffect, useEffectEvent, useRef } from 'react';
import { brand } from '../../config/brand.ts';
import { cancelInStore } from '../../contracts/calls/subscription.ts';
import { Button, Link } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Message, RichText } from '../../ui/message.tsx';
import { ElementForm, fieldSentence } from '../shared/element-form.tsx';
import { PasswordAndCode, UserName } from '../shared/password.tsx';
import { useElement } from '../shared/use-element.ts';
import { asksCode, type OwnerDialog, type OwnerDialogState } from './owner-dialog.ts';

type DeleteAccountProps = { email: string; state: OwnerDialogState; deletion: OwnerDialog };

/** The button that deletes the account, and its dialog of two steps: a warning, and the confirmation. */
export function DeleteAccount({ email, state, deletion }: DeleteAccountProps) {
  const { t, element, link } = useElement();
  const { dialog, request } = state;
  const button = useRef<HTMLButtonElement>(null);
  const openAsked = useEffectEvent(() => {
    if (element.attribute('mode') === 'deletion') deletion.begin();
  });
  useEffect(() => openAsked(), []);
  const isOpen = dialog !== 'none';
  // A dialog that no button opened gives the focus back to none.
  useEffect(() => {
    const opener = button.current;
    return isOpen ? () => opener?.focus() : undefined;
  }, [isOpen]);
  const isWarning = dialog === 'warning';
  const deleting = request.step === 'running';
  return (
    <div className="maths-leave">
      {/* Escape closes the dialog, but does not cancel the request. */}
      {dialog === 'none' && <OwnerFailure name="delete" state={state} />}
      <Button ref={button} variant="quiet" busy={deleting} onClick={deletion.begin}>
        {t('delete.open')}
      </Button>
      <Link variant="quiet" href={link('/delete-account')}>
        {t('delete.what')}
      </Link>
      {dialog !== 'none' && (
        <Dialog
          heading={t(isWarning ? 'delete.heading' : 'confirm.delete.heading')}
          onClose={() => deletion.show('none')}
        >
          <p className="maths-lead">{isWarning ? t('delete.text') : t('confirm.delete.text', { email })}</p>
          {isWarning ? (
            <>
              <StoreWarning />
              <div className="maths-choices">
                <KeepButton name="delete" request={deletion} />
                <Button variant="line" onClick={() => deletion.show('confirmation')}>
                  {t('delete.goOn')}
                </Button>
              </div>
            </>
          ) : (
            <OwnerForm name="delete" request={deletion} {...{ email, state }} />
          )}
        </Dialog>
      )}
    </div>
  );
}

/** Explains what a deletion does not end: a subscription that Apple or Google charges for. */
function StoreWarning() {
  const { t } = useElement();
  const mail = (words: string) => <Link href={`mailto:${brand.supportEmail}`}>{words}</Link>;
  return (
    <>
      <Message tone="info" focused={false}>
        {t('delete.stores')}
      </Message>
      <ul className="maths-links">
        {(['apple', 'google'] as const).map((store) => (
          <li key={store}>
            <Link href={cancelInStore[store]} newTab={t('common.newTab')}>
              {t(`delete.${store}`)}
            </Link>
          </li>
        ))}
      </ul>
      <p className="maths-plan-text">
        <RichText text={t('delete.support')} marks={{ mail }} />
      </p>
    </>
  );
}

type OwnerProps = { name: 'delete' | 'data' | 'moveIn'; state: OwnerDialogState };

function OwnerFailure({ name, state: { request, asks } }: OwnerProps) {
  const { t, sentence } = useElement();
  if (request.step !== 'failed' || request.failure.code === 'RECENT_SIGN_IN_REQUIRED') return null;
  // To be asked for the code is the next step, and no error.
  const isNextStep = request.failure.code === 'SIGN_IN_CODE_REQUIRED' && asks === 'code';
  return (
    <Message tone={isNextStep ? 'info' : 'bad'}>
      {isNextStep ? '' : `${t(`${name}.failed`)} `}
      {request.failure.code === 'LINK_EXPIRED' ? t('moveIn.expired') : sentence(request.failure)}
    </Message>
  );
}

type OwnerFormProps = OwnerProps & { email: string; request: OwnerDialog };

function KeepButton({ name, request }: Pick<OwnerFormProps, 'name' | 'request'>) {
  const { t } = useElement();
  return (
    <Button variant="line" onClick={() => request.show('none')}>
      {t(`confirm.${name}.keep`)}
    </Button>
  );
}

/** Asks the owner of the account for the proof that is needed. */
function OwnerForm({ name, email, state, request: dialog }: OwnerFormProps) {
  const { t } = useElement();
  const { asks, request, failed } = state;
  const busy = request.step === 'running';
  return (
    <ElementForm label={t(`confirm.${name}.heading`)} {...{ busy, failed }} onSubmit={dialog.submit}>
      {/* The failure that asks for the code explains it. */}
      {asks === 'password' && <Message tone="info">{t(`confirm.${name}.password`, { email })}</Message>}
      <OwnerFailure {...{ name, state }} />
      {asks !== 'nothing' && (
        <div className="maths-fields">
          <UserName email={email} />
          <PasswordAndCode asksCode={asksCode(state)} errorOf={fieldSentence(t, failed)} />
        </div>
      )}
      <div className="maths-choices">
        <KeepButton name={name} request={dialog} />
        <Button type="submit" variant={name === 'delete' ? 'danger' : 'brand'} busy={busy}>
          {t(`confirm.${name}.${busy ? 'running' : 'yes'}`)}
        </Button>
      </div>
    </ElementForm>
  );
}

/** Says why a request of the owner failed. A dialog asks for the password if it is needed. */
export function OwnerPrompt({ name, email, state, request }: OwnerFormProps) {
  const { t } = useElement();
  if (state.dialog === 'none' || state.asks === 'nothing') return <OwnerFailure {...{ name, state }} />;
  return (
    <Dialog heading={t(`confirm.${name}.heading`)} onClose={() => request.show('none')}>
      <OwnerForm {...{ name, email, state, request }} />
    </Dialog>
  );
}

/** The button that saves a copy of what is kept about the owner. */
export function CopyOfData({ email, state, copy }: { email: string; state: OwnerDialogState; copy: OwnerDialog }) {
  const { t } = useElement();
  const { step } = state.request;
  return (
    <>
      <Button variant="line" busy={step === 'running'} onClick={copy.beginAtOnce}>
        {t(step === 'running' ? 'confirm.data.running' : 'data.button')}
      </Button>
      {step === 'done' && <Message tone="ok">{t('data.done')}</Message>}
      <OwnerPrompt name="data" request={copy} {...{ email, state }} />
    </>
  );
}
