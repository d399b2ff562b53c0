import { chosenForm } from './forms.ts';
import { language, translate } from './page.ts';
import { portal } from './portal.ts';

/** The link inside the tag, which is visible when the portal's script is blocked. */
export const fallbackLink = (): HTMLAnchorElement => {
  const link = document.createElement('a');
  link.href = `${portal}${chosenForm().path}?lang=${language}`;
  link.textContent = translate('widget.fallback');
  return link;
};
