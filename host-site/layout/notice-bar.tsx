import type { Notice } from '../script/notice.ts';
import { useSite } from '../site-context.ts';
import { Icon } from './icon.tsx';

const notices: readonly Notice[] = ['accountDeleted'];

/**
 * The notices that a previous page can leave (script/notice.ts). They are hidden in a place that exists before, because
 * screen readers announce only what appears in it.
 */
export function NoticeBar() {
  const { t } = useSite();
  return (
    <div className="notice" role="status">
      {notices.map((notice) => (
        <div key={notice} className="wrap" data-notice={notice} hidden>
          <Icon name="tick" />
          <p>{t(`notice.${notice}`)}</p>
          <button type="button" aria-label={t('notice.close')}>
            <Icon name="close" />
          </button>
        </div>
      ))}
    </div>
  );
}
