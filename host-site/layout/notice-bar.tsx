import { focusHeading } from '../routing/focus-heading.ts';
import { closeNotice } from '../routing/navigation.ts';
import { useNotice } from '../routing/use-notice.ts';
import { useSite } from '../site-context.ts';
import { Icon } from './icon.tsx';

/** What the last page left to say. Empty it is there too, for a screen reader announces what comes into it. */
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
