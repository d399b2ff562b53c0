import { useSite } from '../site-context.ts';
import { askAgain } from './asking.ts';

/** A button that opens the banner again, so that a consent is as easy to withdraw as to give. */
export function CookieChoices() {
  const { t } = useSite();
  return (
    <button type="button" id="cookie-choices" className="cookie-choices" onClick={askAgain}>
      {t('consent.again')}
    </button>
  );
}
