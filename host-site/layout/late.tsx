import { useAddress } from '../routing/navigation.ts';
import { useSite } from '../site-context.ts';

/** Stands inside a tag, which hides it as soon as it has something to show. Without script or words it shows. */
export function Late() {
  const { t, search } = useSite();
  const { pathname } = useAddress();
  return (
    <p className="late">
      {t('late.text')} <a href={pathname + search}>{t('late.again')}</a>
    </p>
  );
}
