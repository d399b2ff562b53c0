import type { Letter } from './letter.ts';

/** Content ids of the two pictures. */
export const logoId = 'logo';
export const friendsId = 'friends';

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escape = (text: string): string => text.replace(/[&<>"']/g, (sign) => escapes[sign] ?? '');

// Mail programs know tables and inline styles; a style sheet is only for what they may ignore.
const headFont = "font-family:Fredoka,'Arial Rounded MT Bold','Segoe UI',Helvetica,Arial,sans-serif;font-weight:600";
const textFont = "font-family:'Nunito Sans',Avenir,'Segoe UI',Helvetica,Arial,sans-serif";
const table = 'role="presentation" cellpadding="0" cellspacing="0"';

const styleSheet = `@media(max-width:520px){h1{font-size:26px!important}
.body{padding-left:22px!important;padding-right:22px!important}
.button{width:100%!important}.button a{display:block!important}}`;

const paragraph = (text: string, style: string): string =>
  `<p style="${textFont};line-height:1.55;${style}">${text}</p>`;

const buttonHtml = (button: NonNullable<Letter['button']>): string => `
<table ${table} class="button"><tr><td align="center" style="background:#FFC93C;border-radius:12px;border-bottom:3px solid #E5A813">
<a href="${escape(button.url)}" style="display:inline-block;padding:16px 30px;${headFont};font-size:18px;line-height:1.2;color:#1D2148;text-decoration:none">${escape(button.label)}</a>
</td></tr></table>`;

const addressHtml = (copyAddress: string, url: string): string =>
  paragraph(
    `${escape(copyAddress)}<br><a href="${escape(url)}" style="color:#4237C4;word-break:break-all">${escape(url)}</a>`,
    'margin:22px 0 0;padding-top:20px;border-top:1px solid #E4E6F5;font-size:13px;color:#565B82',
  );

/** The friends celebrate: they come with something to do, not with a goodbye. */
const friendsHtml = (alt: string): string =>
  `<tr><td style="background:#EFEEFF;border-radius:24px 24px 0 0"><img src="cid:${friendsId}" width="600" alt="${escape(alt)}" style="display:block;width:100%;height:auto;border:0;border-radius:24px 24px 0 0"></td></tr>`;

/** One column, one button, after the brand's look. Every word is escaped here and nowhere else. */
export const renderHtml = ({ language, subject, preview, heading, lead, button, notes, layout }: Letter): string =>
  `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light"><title>${escape(subject)}</title><style>${styleSheet}</style></head>
<body style="margin:0;background:#F5F6FF">
<div style="display:none;max-height:0;overflow:hidden">${escape(preview)}</div>
<div role="main"><table ${table} width="100%" style="background:#F5F6FF"><tr><td align="center" style="padding:28px 12px 40px">
<table ${table} width="100%" style="max-width:600px">
<tr><td style="padding:0 8px 18px;${headFont};font-size:22px;color:#1D2148"><img src="cid:${logoId}" width="32" height="32" alt="" style="vertical-align:-9px;margin-right:9px;border:0">${escape(layout.product)}</td></tr>
${button === null ? '' : friendsHtml(layout.illustration)}
<tr><td class="body" style="background:#FFFFFF;border-radius:${button === null ? '24px' : '0 0 24px 24px'};padding:36px 48px 40px">
<h1 style="margin:0 0 10px;${headFont};font-size:30px;line-height:1.15;color:#1D2148;text-wrap:balance">${escape(heading)}</h1>
${paragraph(escape(lead), 'margin:0 0 24px;font-size:17px;color:#565B82')}
${button === null ? '' : buttonHtml(button)}
${notes.map((note) => paragraph(escape(note), 'margin:20px 0 0;font-size:15px;color:#565B82')).join('\n')}
${button === null ? '' : addressHtml(layout.copyAddress, button.url)}
</td></tr>
<tr><td align="center" style="padding:22px 16px 0;${textFont};font-size:14px;line-height:1.55;color:#565B82">${escape(layout.reason)}<br>${escape(layout.questions)}</td></tr>
</table></td></tr></table></div></body></html>
`;
