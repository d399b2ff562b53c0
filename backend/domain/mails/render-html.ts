import { colors } from '../../../src/config/design-tokens.ts';
import { escapeHtml } from '../../../src/lib/escape-html.ts';
import { codeHtml, stepsHtml, studentCodesHtml } from './classroom-html.ts';
import { anchor, fill, headFont, paragraph, table, textFont } from './html-parts.ts';
import type { Letter } from './letter.ts';

// The style sheet contains only what mail programs may ignore.
const styleSheet = `@media(max-width:520px){h1{font-size:26px!important}
.body{padding-left:22px!important;padding-right:22px!important}
.button{width:100%!important}.button a{display:block!important}}`;

const buttonHtml = (button: NonNullable<Letter['button']>): string => `
<table ${table} class="button"><tr><td align="center" style="${fill(colors['sun-500'])};border-radius:12px;border-bottom:3px solid ${colors['sun-600']}">
<a href="${escapeHtml(button.url)}" style="display:inline-block;padding:15px 29px 16px;${headFont};font-size:18px;line-height:1.2;color:${colors.ink};text-decoration:none">${escapeHtml(button.label)}</a>
</td></tr></table>`;

const addressHtml = (copyAddress: string, url: string): string =>
  paragraph(
    `${escapeHtml(copyAddress)}<br>${anchor(url, url, 'word-break:break-all')}`,
    `margin:22px 0 0;padding-top:20px;border-top:1px solid ${colors.line};font-size:13px;color:${colors['ink-soft']}`,
  );

const factsHtml = (facts: string[]): string => `
<table ${table} width="100%" style="margin:0 0 24px"><tr><td style="${fill(colors.tint)};border-radius:16px;padding:15px 19px">
${facts.map((fact) => paragraph(escapeHtml(fact), `margin:4px 0;font-size:16px;color:${colors.ink}`)).join('\n')}
</td></tr></table>`;

/** Returns the picture above the text, on a background that matches it. */
const pictureHtml = ({ id, alt }: NonNullable<Letter['picture']>): string =>
  `<tr><td style="background:${id === 'class' ? colors['mint-50'] : colors['brand-50']};border-radius:24px 24px 0 0"><img src="cid:${id}" width="600" alt="${escapeHtml(alt)}" style="display:block;width:100%;height:auto;border:0;border-radius:24px 24px 0 0"></td></tr>`;

const bodyHtml = ({
  heading,
  greeting,
  lead,
  code,
  facts,
  steps,
  button,
  studentCodes,
  notes,
  also,
  layout,
}: Letter): string =>
  [
    `<h1 style="margin:0 0 10px;${headFont};font-size:30px;line-height:1.15;color:${colors.ink};text-wrap:balance">${escapeHtml(heading)}</h1>`,
    greeting === null ? '' : paragraph(escapeHtml(greeting), `margin:0 0 10px;font-size:17px;color:${colors.ink}`),
    paragraph(escapeHtml(lead), `margin:0 0 24px;font-size:17px;color:${colors['ink-soft']}`),
    code === null ? '' : codeHtml(code),
    facts.length === 0 ? '' : factsHtml(facts),
    steps.length === 0 ? '' : stepsHtml(steps),
    button === null ? '' : buttonHtml(button),
    studentCodes === null ? '' : studentCodesHtml(studentCodes),
    ...notes.map((note) => paragraph(escapeHtml(note), `margin:20px 0 0;font-size:15px;color:${colors['ink-soft']}`)),
    also === null ? '' : paragraph(anchor(also.url, also.label), 'margin:20px 0 0;font-size:15px'),
    button === null ? '' : addressHtml(layout.copyAddress, button.url),
  ]
    .filter((part) => part !== '')
    .join('\n');

/** Renders one column with one button, in the brand's style. Every text is escaped where it is inserted. */
export const renderHtml = (letter: Letter): string => {
  const { language, subject, preview, picture, layout } = letter;
  return `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light"><title>${escapeHtml(subject)}</title><style>${styleSheet}</style></head>
<body style="margin:0;background:${colors.tint}">
<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(preview)}</div>
<div role="main"><table ${table} width="100%" style="background:${colors.tint}"><tr><td align="center" style="padding:28px 12px 40px">
<table ${table} width="100%" style="max-width:600px">
<tr><td style="padding:0 8px 18px;${headFont};font-size:22px;color:${colors.ink}"><img src="cid:logo" width="32" height="32" alt="" style="vertical-align:-9px;margin-right:9px;border:0">${escapeHtml(layout.product)}</td></tr>
${picture === null ? '' : pictureHtml(picture)}
<tr><td class="body" style="background:${colors.white};border-radius:${picture === null ? '24px' : '0 0 24px 24px'};padding:36px 48px 40px">
${bodyHtml(letter)}
</td></tr>
<tr><td align="center" style="padding:22px 16px 0;${textFont};font-size:14px;line-height:1.55;color:${colors['ink-soft']}">${escapeHtml(layout.reason)}<br>${escapeHtml(layout.questions)}${layout.postalAddress === null ? '' : `<br>${escapeHtml(layout.postalAddress)}`}</td></tr>
</table></td></tr></table></div></body></html>
`;
};
