import type { Translate } from '../../src/i18n/translate.ts';
import { Button } from '../../src/ui/button.tsx';
import { Message } from '../../src/ui/message.tsx';

/** What the loader says above a form whose script does not come: rendered at build time (`elements/instant/bring.ts`). */
export function Trouble({ t }: { t: Translate }) {
  return (
    <div className="maths">
      <Message tone="bad" focused={false}>
        {t('common.incomplete')}
        <Button look="line">{t('common.retry')}</Button>
      </Message>
    </div>
  );
}
