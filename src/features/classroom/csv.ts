/** Excel takes a file for UTF-8 only when it begins with this. */
const byteOrderMark = '\uFEFF';

/** A spreadsheet runs a text that begins so as a formula; with an apostrophe before it, it stays a text. */
const unarmed = (text: string): string => (/^[=+\-@\t\r\n]/.test(text) ? `'${text}` : text);

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;

/** RFC 4180 with every field quoted. */
export const csvOf = (lines: readonly (readonly string[])[], delimiter: ',' | ';'): string =>
  byteOrderMark + lines.map((fields) => `${fields.map((text) => quoted(unarmed(text))).join(delimiter)}\r\n`).join('');
