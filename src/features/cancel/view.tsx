import { limits } from '../../config/limits.ts';
import { type CancelOverview, cancelReasons } from '../../contracts/calls/cancel.ts';
import { hasLastPayment, standingOf } from '../../contracts/calls/subscription.ts';
import type { Translate } from '../../i18n/translate.ts';
import { readableAmount } from '../../lib/texts.ts';
import { readableDate, readableMoment } from '../../lib/time.ts';
import { formEmail, formText } from '../shared/form-error.ts';
import { Button, Link } from '../../ui/button.tsx';
import { EmailField, Field } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { Message, Recap, type RecapLine, Retry, Skeleton } from '../../ui/message.tsx';
import { ElementFrame, fieldSentence } from '../shared/element-form.tsx';
import { type Sentence, useElement, useForm } from '../shared/use-element.ts';
import type { CancelController, CancelState } from './controller.ts';
import { Choices } from './choices.tsx';
import cancelCss from './cancel.css?inline';

type StepProps<Step> = { controller: CancelController; state: Extract<CancelState, { step: Step }> };

function DeclarantForm({ controller, state: { kind, typed, formError } }: StepProps<'typing'>) {
  const { t, element } = useElement();
  const sentenceOf = fieldSentence(t, formError ?? undefined);
  return (
    <Form
      label={t(`kinds.${kind}.choice`)}
      busy={false}
      failedCheck={formError ?? false}
      takesFocus={formError === null}
      onSubmit={(data) => controller.type({ name: formText(data, 'name').trim(), email: formEmail(data) })}
    >
      <p className="maths-cancel-text">{t(`kinds.${kind}.explains`, { days: limits.withdrawalDays })}</p>
      {kind !== 'deletion' && (
        <Field
          name="name"
          label={t('name')}
          autoComplete="name"
          autoCapitalize="words"
          defaultValue={typed.name}
          error={sentenceOf('name')}
        />
      )}
      <EmailField
        label={t('email')}
        defaultValue={typed.email || element.attribute('email')}
        error={sentenceOf('email')}
      />
      {kind !== 'deletion' && <p className="maths-hint">{t('emailHint')}</p>}
      <Button type="submit">{t('goOn')}</Button>
      {kind !== 'deletion' && (
        <Button variant="quiet" onClick={controller.goBack}>
          {t('back')}
        </Button>
      )}
    </Form>
  );
}

const linesOf = (t: Translate, { kind, source }: StepProps<'recap'>['state']): RecapLine[] => {
  const what = { name: t('recap.declaration'), value: t(`kinds.${kind}.what`) };
  switch (source.by) {
    case 'visitor': {
      const { name, email } = source.declarant;
      return [what, ...(name === '' ? [] : [{ name: t('name'), value: name }]), { name: t('email'), value: email }];
    }
    case 'link':
      return [what, { name: t('recap.declaredAt'), value: readableMoment(source.declaration.declaredAt, t.language) }];
    case 'account': {
      const { subscription, cancellationEndsAt: end } = source.overview;
      if (subscription === null) return [what];
      const date = kind === 'withdrawal' || end === null ? t('recap.atOnce') : readableDate(end, t.language);
      // It ends at once while the current period is not paid.
      const period = end === null ? 'now' : subscription.status === 'trialing' ? 'trial' : 'what';
      const asked = kind === 'cancellation' ? { ...what, value: t(`kinds.cancellation.${period}`) } : what;
      return [asked, { name: t('recap.ends'), value: date }];
    }
  }
};

/** Shows what will be declared. Only the button, with the wording of the law, declares it. */
function Summary({ controller, state, error }: StepProps<'recap'> & { error: string | null }) {
  const { t } = useElement();
  const { kind, source, busy } = state;
  return (
    <Form
      label={t('recap.heading')}
      busy={busy}
      takesFocus={source.by !== 'link' && error === null}
      onSubmit={controller.confirm}
    >
      {error !== null && <Message tone="bad">{error}</Message>}
      <p className="maths-cancel-text">{t('recap.heading')}</p>
      <Recap lines={linesOf(t, state)} />
      <Button type="submit" variant="danger" busy={busy}>
        {t(busy ? 'sending' : `kinds.${kind}.confirm`)}
      </Button>
      {source.by !== 'link' && !busy && (
        <Button variant="quiet" onClick={controller.goBack}>
          {t('back')}
        </Button>
      )}
    </Form>
  );
}

/** Says what became of a declaration, with its money and its day; null if the mail alone can say it. */
const outcomeOf = (t: Translate, outcome: CancelOverview | null): string | null => {
  const { latest = null, subscription = null } = outcome ?? {};
  if (latest === null) return null;
  const { kind, result, endsAt, refunded } = latest;
  const date = endsAt === null ? '' : readableDate(endsAt, t.language);
  switch (result) {
    case 'ends':
      if (subscription && hasLastPayment(subscription)) return null;
      return t(subscription && standingOf(subscription) === 'trialEnding' ? 'outcome.trial' : 'outcome.ends', { date });
    case 'ended':
      if (refunded !== null && refunded.amount > 0) {
        return t('outcome.refunded', { amount: readableAmount(refunded.amount, refunded.currency, t.language) });
      }
      if (kind === 'withdrawal') return t(refunded === null ? 'outcome.nothingPaid' : 'outcome.refundedBefore');
      return t('outcome.ended');
    case 'none':
      return t('nothing');
    case 'goes-on':
    case 'superseded':
    case null:
      return null;
  }
};

/** Acknowledges a declaration with its time. The question for a reason comes afterwards, and is optional. */
function Received({ controller, state }: StepProps<'received'>) {
  const { t, link } = useElement();
  const { declaration, source, reason } = state;
  const outcome = outcomeOf(t, state.outcome);
  const moment = readableMoment(declaration.declaredAt, t.language);
  const email = source.by === 'visitor' ? source.declarant.email : '';
  return (
    <>
      <Message tone="ok">
        <p className="maths-cancel-text">{t(`kinds.${declaration.kind}.received`, { moment })}</p>
        <p className="maths-cancel-text">
          {declaration.state === 'mailed' ? t('openMail', { email }) : (outcome ?? t('mailFollows'))}
        </p>
      </Message>
      {source.by === 'account' && (
        <Link variant="button" href={link('/dashboard')}>
          {t('toAccount')}
        </Link>
      )}
      {declaration.state !== 'mailed' && declaration.kind !== 'deletion' && reason !== 'given' && (
        <fieldset className="maths-fields maths-cancel-reasons">
          <legend>{t('reason.question')}</legend>
          {cancelReasons.map((name) => (
            <Button key={name} variant="line" busy={reason === 'sending'} onClick={() => controller.giveReason(name)}>
              {t(`reason.${name}`)}
            </Button>
          ))}
        </fieldset>
      )}
      {reason === 'given' && <Message tone="info">{t('reason.thanks')}</Message>}
    </>
  );
}

/** Ends a contract: with its period, or by a withdrawal (decisions.md#6-flows, "Cancelling and withdrawing"). */
export function Cancel({ controller }: { controller: CancelController }) {
  const { t, element, sentence } = useElement();
  const say: Sentence = (failure) => {
    if (failure.code === 'NOT_FOUND') return t('tooLateToUndo');
    return failure.code === 'INVALID_PAYLOAD' ? t('refused') : sentence(failure);
  };
  // A page of the portal shows what is below the element from then on.
  const state = useForm(controller, say, ({ step }) => step !== 'opening');
  const isBlocked = element.mode().kind === 'blocked';
  const content = () => {
    switch (state.step) {
      case 'opening':
        return <Skeleton label={t('opening')} lines={4} />;
      case 'unreachable':
        return (
          <>
            <Retry message={say(state.failure)} label={t('common.retry')} onRetry={controller.open} />
            <Button variant="quiet" onClick={controller.startAgain}>
              {t('withoutAccount')}
            </Button>
          </>
        );
      case 'link-spent':
        return (
          <>
            <Message tone="bad">{t(state.isDamaged ? 'common.linkDamaged' : 'linkSpent')}</Message>
            <Button onClick={controller.startAgain}>{t('declareAgain')}</Button>
          </>
        );
      case 'choosing':
        return <Choices {...{ controller, state }} error={state.failure && say(state.failure)} />;
      case 'typing':
        return <DeclarantForm {...{ controller, state }} />;
      case 'recap':
        return <Summary {...{ controller, state }} error={state.failure && say(state.failure)} />;
      case 'received':
        return <Received {...{ controller, state }} />;
    }
  };
  return (
    <ElementFrame introduction={{ heading: t('heading') }}>
      {isBlocked ? <Message tone="bad">{sentence({ code: 'INVALID_PARENT_ORIGIN' })}</Message> : content()}
    </ElementFrame>
  );
}
Cancel.styles = [cancelCss];
