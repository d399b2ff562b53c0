import { colors } from '../../../src/config/design-tokens.ts';
import { escapeHtml } from '../../../src/lib/escape-html.ts';

/* The building blocks of every mail. Mail programs support tables and inline styles, and little more. */

export const headFont =
  "font-family:Fredoka,'Arial Rounded MT Bold','Segoe UI',Helvetica,Arial,sans-serif;font-weight:600";
export const textFont = "font-family:'Nunito Sans',Avenir,'Segoe UI',Helvetica,Arial,sans-serif";
export const table = 'role="presentation" cellpadding="0" cellspacing="0"';

/** A box of one colour. In forced colours, which remove the colour, its border shows it. */
export const fill = (color: string): string => `background:${color};border:1px solid ${color}`;

/** @param text already escaped HTML. */
export const paragraph = (text: string, style: string): string =>
  `<p style="${textFont};line-height:1.55;${style}">${text}</p>`;

export const anchor = (url: string, label: string, style = ''): string =>
  `<a href="${escapeHtml(url)}" style="color:${colors['brand-600']};${style}">${escapeHtml(label)}</a>`;
