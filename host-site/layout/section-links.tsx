import { useSite } from '../site-context.ts';
import { SiteLink } from './site-link.tsx';

/** What the front page's sections are called here, and their ids. */
const sections = [
  { name: 'howItWorks', at: '#how-it-works' },
  { name: 'curriculum', at: '#curriculum' },
  { name: 'membership', at: '#membership' },
];

/** Ways through the front page. They are the browser's own, so they work before any script does. */
export function SectionLinks() {
  const { t } = useSite();
  return (
    <nav className="sections" aria-label={t('header.sections')}>
      {sections.map(({ name, at }) => (
        <a key={name} href={at}>
          {t(`header.${name}`)}
        </a>
      ))}
      <SiteLink to="teacherSignUp">{t('header.schoolZone')}</SiteLink>
    </nav>
  );
}
