import { escapeHtml } from '../../../src/lib/escape-html.ts';

/** Markup that is not escaped again. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

export type Part = string | number | Html | null | readonly Part[];

const markupOf = (part: Part): string => {
  if (part === null) return '';
  if (part instanceof Html) return part.text;
  if (typeof part === 'object') return part.map(markupOf).join('');
  return escapeHtml(String(part));
};

/** Renders a template, and escapes every value that is not `Html`. */
export const html = (strings: TemplateStringsArray, ...parts: Part[]): Html =>
  new Html(strings.map((text, index) => (index === 0 ? text : markupOf(parts[index - 1] ?? null) + text)).join(''));
