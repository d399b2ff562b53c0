import { createHash } from 'node:crypto';

/** The hashes with which a policy allows a document's own inline code: `'sha256-…'`, each once. */
export type Inline = { scripts: readonly string[]; styles: readonly string[] };

const attributes = `(?:[^>"']|"[^"]*"|'[^']*')*`;
const script = new RegExp(`<script\\b(${attributes})>([^]*?)</script>`, 'gi');
const style = new RegExp(`<style\\b(${attributes})>([^]*?)</style>`, 'gi');
const hasSource = /(^|\s)src\s*=/i;

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

const hashesOf = (html: string, element: RegExp): string[] => [
  ...new Set(
    [...html.matchAll(element)]
      .filter(([, given = '']) => !hasSource.test(given))
      .map(([, , text = '']) => hashOf(text)),
  ),
];

/** Returns the hashes of inline scripts (import maps and data too) and styles, also in declarative shadow roots. */
export const inlineOf = (html: string): Inline => ({ scripts: hashesOf(html, script), styles: hashesOf(html, style) });

/** Returns the pages' policy with exactly these hashes added. */
export const allowInline = (policy: string, { scripts, styles }: Inline): string =>
  policy
    .replace("script-src 'self'", ["script-src 'self'", ...scripts].join(' '))
    .replace("style-src 'self'", ["style-src 'self'", ...styles].join(' '));
