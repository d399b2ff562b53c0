import { useSite } from '../site-context.ts';
import { SiteLink } from './site-link.tsx';

/** The names and ids of the front page's sections. */
const sections = [
  { name: 'howItWorks', at: '#how-it-works' },
  { name: 'curriculum', at: '#curriculum' },
  { name: 'membership', at: '#membership' },
];

/** Links to the sections of the front page. They are plain anchors, so they work before any script runs. */
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
