import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Plugin } from 'vite';
import { languageFacts, languages } from '../src/contracts/language.ts';

const part = (name: string): string => readFileSync(join(import.meta.dirname, `parts/${name}.html`), 'utf8').trimEnd();

const languageLinks = languages.map((language) => {
  const code = language.toUpperCase();
  return `<a data-language="${language}" lang="${language}" aria-label="${code}, ${languageFacts[language].name}">${code}</a>`;
});

/**
 * Completes the documents of the demo partner with the parts that they share. Each way to embed has its own body.
 * @param portal its address
 */
export const demoPages = (portal: string): Plugin[] => [
  {
    name: 'maths-portal:demo-pages',
    transformIndexHtml: {
      order: 'pre',
      handler: (html, { filename }) =>
        html
          .replace('%HEAD%', () => part('head'))
          .replace('%TOP%', () => part('top'))
          .replace('%LANGUAGES%', languageLinks.join('\n    '))
          .replace('%WAY%', () => part('way'))
          .replace('%RECEIVED%', () => part('received'))
          .replaceAll('%PAGE%', basename(filename, '.html'))
          .replaceAll('%PORTAL%', portal),
    },
  },
  {
    // The page's script inserts its texts. Chromium and Safari wait for it, so that nothing moves after the first paint.
    name: 'maths-portal:demo-first-paint',
    transformIndexHtml: {
      order: 'post',
      handler: (html) =>
        html.replace('<script type="module" crossorigin', '<script type="module" blocking="render" crossorigin'),
    },
  },
];
