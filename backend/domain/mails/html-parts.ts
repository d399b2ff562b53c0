/** What every part of a mail is made of. Mail programs know tables and inline styles, little more. */
const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
export const escape = (text: string): string => text.replace(/[&<>"']/g, (sign) => escapes[sign] ?? '');

export const headFont =
  "font-family:Fredoka,'Arial Rounded MT Bold','Segoe UI',Helvetica,Arial,sans-serif;font-weight:600";
export const textFont = "font-family:'Nunito Sans',Avenir,'Segoe UI',Helvetica,Arial,sans-serif";
export const table = 'role="presentation" cellpadding="0" cellspacing="0"';

/** @param text is HTML already. */
export const paragraph = (text: string, style: string): string =>
  `<p style="${textFont};line-height:1.55;${style}">${text}</p>`;

export const anchor = (url: string, label: string, style = ''): string =>
  `<a href="${escape(url)}" style="color:#4237C4;${style}">${escape(label)}</a>`;
