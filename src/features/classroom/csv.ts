/** Excel reads a file as UTF-8 only when it starts with this byte order mark. */
const byteOrderMark = '\uFEFF';

/** Matches texts that a spreadsheet would run as a formula. With an apostrophe before it, such a text stays a text. */
const unarmed = (text: string): string => (/^[=+\-@\t\r\n]/.test(text) ? `'${text}` : text);

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;

/** Returns the lines as RFC 4180 with every field quoted. */
export const csvOf = (lines: readonly (readonly string[])[], delimiter: ',' | ';'): string =>
  byteOrderMark + lines.map((fields) => `${fields.map((text) => quoted(unarmed(text))).join(delimiter)}\r\n`).join('');
