import { focusHeading } from '../routing/focus-heading.ts';
import { closeNotice } from '../routing/navigation.ts';
import { useNotice } from '../routing/use-notice.ts';
import { useSite } from '../site-context.ts';
import { Tick } from './tick.tsx';

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
          <Tick />
          <p>{t(`notice.${notice}`)}</p>
          <button type="button" aria-label={t('notice.close')} onClick={close}>
            <svg className="icon" viewBox="0 0 256 256" aria-hidden="true">
              <path d="M205.66,194.34a8,8,0,0,1-11.32,11.32L128,139.31,61.66,205.66a8,8,0,0,1-11.32-11.32L116.69,128,50.34,61.66A8,8,0,0,1,61.66,50.34L128,116.69l66.34-66.35a8,8,0,0,1,11.32,11.32L139.31,128Z" />
            </svg>
          </button>
        </div>
      )}
    </div>
  );
}
