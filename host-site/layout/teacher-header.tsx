import { useSite } from '../site-context.ts';
import { SiteLink } from './site-link.tsx';
import { TopBar } from './top-bar.tsx';

/** School Zone's: nothing to log in to and nothing to pay, but a way over for parents. */
export function TeacherHeader() {
  const { t } = useSite();
  return (
    <TopBar>
      <SiteLink to="home" className="log-in">
        {t('header.forParents')}
      </SiteLink>
    </TopBar>
  );
}
