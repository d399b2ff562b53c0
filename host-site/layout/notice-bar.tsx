import { focusHeading } from '../routing/focus-heading.ts';
import { closeNotice } from '../routing/navigation.ts';
import { useNotice } from '../routing/use-notice.ts';
import { useSite } from '../site-context.ts';
import { Icon } from './icon.tsx';

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
