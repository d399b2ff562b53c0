import type { Translate } from '../../src/i18n/translate.ts';
import { Button } from '../../src/ui/button.tsx';
import { Message } from '../../src/ui/message.tsx';

/** The message above a form whose files could not be loaded, rendered at build time (`load-with-retry.ts`). */
export function LoadError({ t }: { t: Translate }) {
  return (
    <div className="maths">
      <Message tone="bad" focused={false}>
        {t('common.incomplete')}
        <Button look="line">{t('common.retry')}</Button>
      </Message>
    </div>
  );
}
