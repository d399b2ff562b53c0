import type { Translate } from '../../i18n/translate.ts';
import { readableDate, readableMoment } from '../../lib/date.ts';
import { Button } from '../../ui/button.tsx';
import { Form } from '../../ui/form.tsx';
import { Message } from '../../ui/message.tsx';
import { useElement } from '../shared/use-element.ts';
import type { CancelState } from './cancel-flow.ts';

export type RecapProps = {
  state: Extract<CancelState, { step: 'recap' }>;
  error: string | null;
  onConfirm(): void;
  onBack(): void;
};

type Line = { name: string; value: string };

const linesOf = (t: Translate, { kind, source }: RecapProps['state']): Line[] => {
  const what = { name: t('recap.declaration'), value: t(`kinds.${kind}.what`) };
  switch (source.by) {
    case 'visitor': {
      const { name, email } = source.declarant ?? { name: '', email: '' };
      return [what, { name: t('name'), value: name }, { name: t('email'), value: email }];
    }
    case 'link':
      return [what, { name: t('recap.declaredAt'), value: readableMoment(source.declaration.declaredAt, t.language) }];
    case 'account': {
      const end = source.leaving.subscription?.currentPeriodEnd ?? null;
      const date = kind === 'withdrawal' ? t('recap.atOnce') : end === null ? null : readableDate(end, t.language);
      return date === null ? [what] : [what, { name: t('recap.ends'), value: date }];
    }
  }
};

/** Shows what will be declared. Only the button, with the wording of the law, declares it. */
export function Recap({ state, error, onConfirm, onBack }: RecapProps) {
  const { t } = useElement();
  const { kind, source, busy } = state;
  return (
    <Form
      label={t('recap.heading')}
      busy={busy}
      takesFocus={source.by !== 'link' && error === null}
      onSubmit={onConfirm}
    >
      {error !== null && <Message tone="bad">{error}</Message>}
      <p className="maths-cancel-text">{t('recap.heading')}</p>
      <dl className="maths-recap">
        {linesOf(t, state).map(({ name, value }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <Button type="submit" look="danger" busy={busy}>
        {t(busy ? 'sending' : `kinds.${kind}.confirm`)}
      </Button>
      {source.by !== 'link' && !busy && (
        <Button look="quiet" onClick={onBack}>
          {t('back')}
        </Button>
      )}
    </Form>
  );
}
