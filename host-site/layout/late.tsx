import { useSite } from '../site-context.ts';

/** Loads the page again. */
export const thisPage = '';

/** Stands inside a tag, which hides it as soon as it has something to show. Without script or words it shows. */
export function Late() {
  const { t } = useSite();
  return (
    <p className="late">
      {t('late.text')} <a href={thisPage}>{t('late.again')}</a>
    </p>
  );
}
