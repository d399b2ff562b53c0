import type { ReactNode } from 'react';
import { useSite } from '../site-context.ts';

/** A link that loads the page again. */
export const thisPage = '';

/**
 * The loading fallback of a tag, which hides it as soon as the tag shows something. It is visible if the script or the
 * translations cannot be loaded.
 * @param children what the visitor can do instead
 */
export function LoadingFallback({ children }: { children?: ReactNode }) {
  const { t } = useSite();
  return (
    <p className="late">
      {t('late.text')} <a href={thisPage}>{t('late.again')}</a>
      {children}
    </p>
  );
}
