import { colors } from '../../../src/config/design-tokens.ts';
import { escapeHtml } from '../../../src/lib/escape-html.ts';
import { fill, headFont, paragraph, table, textFont } from './html-parts.ts';
import type { Letter } from './letter.ts';

/** The parts of mails to teachers. */
export const codeHtml = ({ label, value }: NonNullable<Letter['code']>): string => `
<table ${table} width="100%" style="margin:0 0 24px"><tr><td align="center" style="${fill(colors['sun-50'])};border-radius:16px;padding:19px 11px 21px">
<span style="${textFont};font-size:15px;color:${colors['sun-800']}">${escapeHtml(label)}</span><br>
<span style="${headFont};font-size:40px;line-height:1.25;letter-spacing:4px;color:${colors.ink};white-space:nowrap">${escapeHtml(value)}</span>
</td></tr></table>`;

const numberHtml = (number: number): string =>
  `<table ${table}><tr><td width="34" height="34" align="center" style="border-radius:17px;background:${colors['brand-50']};color:${colors['brand-600']};${headFont};font-size:17px">${number}</td></tr></table>`;

export const stepsHtml = (steps: Letter['steps']): string => `
<table ${table} width="100%" style="margin:6px 0 0">${steps
  .map(
    ({ title, text }, index) => `<tr>
<td width="48" valign="top" style="padding:0 0 20px">${numberHtml(index + 1)}</td>
<td valign="top" style="padding:4px 0 20px;${textFont};font-size:16px;line-height:1.55;color:${colors['ink-soft']}"><strong style="color:${colors.ink}">${escapeHtml(title)}</strong><br>${escapeHtml(text)}</td>
</tr>`,
  )
  .join('\n')}</table>`;

const chip = (code: string): string =>
  `<span style="display:inline-block;min-width:44px;margin:0 6px 8px 0;padding:4px 3px;${fill(colors['brand-50'])};border-radius:8px;text-align:center;${headFont};font-size:17px;color:${colors.ink}">${escapeHtml(code)}</span>`;

/** Codes are separated by line breaks, so they wrap to any width and stay apart in programs that ignore styles. */
export const studentCodesHtml = ({ label, codes }: NonNullable<Letter['studentCodes']>): string => `
<h2 style="margin:32px 0 12px;${headFont};font-size:20px;line-height:1.25;color:${colors.ink}">${escapeHtml(label)}</h2>
${paragraph(codes.map(chip).join('\n'), 'margin:0')}`;
