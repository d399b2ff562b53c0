const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Returns the text with its HTML characters replaced, for use as text or as the value of a quoted attribute. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character] ?? '');

/** Markup that is not escaped again. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** What a template accepts as a value. A list is joined. */
export type HtmlPart = string | number | Html | null | readonly HtmlPart[];

const markupOf = (part: HtmlPart): string => {
  if (part === null) return '';
  if (part instanceof Html) return part.text;
  if (typeof part === 'object') return part.map(markupOf).join('');
  return escapeHtml(String(part));
};

/** Renders a template, and escapes every value that is not `Html`. */
export const html = (strings: TemplateStringsArray, ...parts: HtmlPart[]): Html =>
  new Html(strings.map((text, index) => (index === 0 ? text : markupOf(parts[index - 1] ?? null) + text)).join(''));
