import type { Notice } from '../script/notice.ts';
import { useSite } from '../site-context.ts';
import { Icon } from './icon.tsx';

/** `tick` means good news. */
const notices: readonly { notice: Notice; icon: 'tick' | 'hand' }[] = [
  { notice: 'accountDeleted', icon: 'tick' },
  { notice: 'sessionExpired', icon: 'hand' },
  { notice: 'loggedOut', icon: 'hand' },
];

/**
 * The notices that a previous page can leave (script/notice.ts). They are hidden in a place that exists before, because
 * screen readers announce only what appears in it.
 */
export function NoticeBar() {
  const { t } = useSite();
  return (
    <div className="notice" role="status">
      {notices.map(({ notice, icon }) => (
        <div key={notice} className="wrap" data-notice={notice} hidden>
          <Icon name={icon} />
          <p>{t(`notice.${notice}`)}</p>
          <button type="button" aria-label={t('notice.close')}>
            <Icon name="close" />
          </button>
        </div>
      ))}
    </div>
  );
}
