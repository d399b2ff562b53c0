import { useSyncExternalStore } from 'react';
import { focusHeading } from '../routing/focus-heading.ts';
import { closeNotice, isNotice, type Notice, onNavigation } from '../routing/navigation.ts';
import { useSite } from '../site-context.ts';
import { Icon } from './icon.tsx';

/**
 * Returns the notice for this visit of the page. It belongs to the history entry, so it disappears and returns with it.
 */
const useNotice = (): Notice | null =>
  useSyncExternalStore(
    onNavigation,
    () => (isNotice(history.state) ? history.state : null),
    () => null,
  );

/**
 * The notice that the previous page left. The element exists when it is empty too, because screen readers announce only
 * what is added to it.
 */
export function NoticeBar() {
  const { t } = useSite();
  const notice = useNotice();
  const close = () => {
    closeNotice();
    focusHeading();
  };
  return (
    <div className="notice" role="status">
      {notice !== null && (
        <div className="wrap">
          <Icon name="tick" />
          <p>{t(`notice.${notice}`)}</p>
          <button type="button" aria-label={t('notice.close')} onClick={close}>
            <Icon name="close" />
          </button>
        </div>
      )}
    </div>
  );
}
