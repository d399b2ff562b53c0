import { useSite } from '../site-context.ts';
import { askAgain } from './asking.ts';

/** Opens the banner again: what was accepted is withdrawn as easily as it was given. */
export function CookieChoices() {
  const { t } = useSite();
  return (
    <button type="button" id="cookie-choices" className="cookie-choices" onClick={askAgain}>
      {t('consent.again')}
    </button>
  );
}
