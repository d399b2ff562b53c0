import { HtmlValidate } from 'html-validate';
import { describe, expect, it } from 'vitest';
import { languages } from '../../src/contracts/language.ts';
import { publicOriginMark } from '../../src/contracts/pages.ts';
import { formTags } from '../../src/contracts/tag-lists.ts';
import { type EmbedOptions, embedCode } from './embed-code.ts';
import type { Forms } from './forms.ts';

const formOf = (language: string): string =>
  `<div class="maths"><form class="maths-form" method="dialog" lang="${language}"><input aria-label="Email" name="email"><a href="${publicOriginMark}/signin">?</a><button type="submit">Go</button></form></div>`;

const forms: Forms = {
  version: 'v1v1v1v1',
  css: '.maths{color:red}.maths-never{color:blue}',
  forms: Object.fromEntries(
    formTags.flatMap((tag) => languages.map((language) => [`${tag} widget ${language}`, formOf(language)])),
  ),
  loadErrors: {},
};
const release = {
  version: '1.2.3-abcdefgh',
  integrity: {
    'chunks/sign-in-controller-a1b2c3.js': 'sha384-C',
    'chunks/sign-up-controller-d4e5f6.js': 'sha384-U',
    'loader.js': 'sha384-L',
    'loader.fr.js': 'sha384-F',
    'sign-in-controller.js': 'sha384-O',
    'sign-in.js': 'sha384-S',
  },
};
const options: EmbedOptions = {
  tag: 'maths-sign-in',
  frame: false,
  language: 'en',
  origin: 'web2wave',
  portal: 'https://portal.example',
};

const faults = async (html: string): Promise<string[]> => {
  const validator = new HtmlValidate({
    extends: ['html-validate:standard'],
    // Differences in style, such as how a boolean attribute is written, are allowed.
    rules: { 'attribute-boolean-style': 'off', 'attribute-empty-style': 'off', 'attr-quotes': 'off' },
  });
  const page = `<!doctype html><html lang="en"><head><title>A partner</title></head><body>${html}</body></html>`;
  const { results } = await validator.validateString(page);
  return results.flatMap(({ messages }) => messages.map(({ ruleId, message }) => `${ruleId}: ${message}`));
};

describe('embed code', () => {
  const combinations = formTags.flatMap((tag) =>
    languages.flatMap((language) => [false, true].map((frame) => ({ ...options, tag, language, frame }))),
  );
  it.each(combinations)('writes embed code that is valid HTML: $tag, $language, frame $frame', async (one) => {
    expect(await faults(embedCode({ ...one, theme: 'dark', coupon: 'A&B' }, forms))).toEqual([]);
    expect(await faults(embedCode({ ...one, release }, forms))).toEqual([]);
  });

  it('contains the form of the language, its build, and only its styles', () => {
    const code = embedCode({ ...options, language: 'fr' }, forms);
    expect(code).toContain('<div data-form="v1v1v1v1 maths-sign-in widget fr"><div class="maths"><form');
    expect(code).toContain('<maths-sign-in origin="web2wave" lang="fr">');
    expect(code).not.toContain('maths-never');
  });

  it('throws when there is no prerendered form for the options', () => {
    expect(() => embedCode(options, { ...forms, forms: {} })).toThrow(
      'No form was rendered for maths-sign-in widget en',
    );
  });

  it('links to its portal, in the form and in the fallback', () => {
    const code = embedCode({ ...options, coupon: 'SPRING' }, forms);
    expect(code).not.toContain(publicOriginMark);
    expect(code).toContain('href="https://portal.example/signin"');
    expect(code).toContain('<a href="https://portal.example/signin?lang=en&amp;coupon=SPRING">Numeria: log in</a>');
  });

  it.each([
    ['en', 'loader.js'],
    ['fr', 'loader.fr.js'],
  ] as const)('loads the script of its language: %s', (language, loader) => {
    expect(embedCode({ ...options, language }, forms)).toContain(
      `<script type="module" src="https://portal.example/elements/${loader}"></script>`,
    );
  });

  it('escapes every option of the embed code', () => {
    const bad = '"><script>alert(1)</script>&';
    for (const frame of [false, true]) {
      const code = embedCode({ ...options, frame, origin: bad, coupon: bad }, forms);
      expect(code).not.toContain('<script>');
      expect(code).toContain('origin="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;&amp;"');
    }
  });

  it.each([
    ['maths-sign-in', ['loader.js', 'chunks/sign-in-controller-a1b2c3.js']],
    ['maths-sign-up', ['loader.js', 'chunks/sign-in-controller-a1b2c3.js', 'chunks/sign-up-controller-d4e5f6.js']],
  ] as const)('loads the loader and, of a pinned release, the controller of %s in parallel', (tag, files) => {
    const preloadedBy = (pinned: Pick<EmbedOptions, 'release'>) => {
      const code = embedCode(
        { ...options, ...pinned, tag },
        { ...forms, forms: { [`${tag} widget en`]: '<div></div>' } },
      );
      const links = [...code.matchAll(/<link rel="modulepreload" href="[^"]*\/elements\/([^"]+)"/g)];
      return links.map(([, file]) => file);
    };
    expect(preloadedBy({ release })).toEqual(files.map((file) => `${release.version}/${file}`));
    expect(preloadedBy({})).toEqual(['loader.js']);
  });

  it('loads only the script of the frame into the page around it', () => {
    const code = embedCode({ ...options, frame: true }, forms);
    const files = [...code.matchAll(/\/elements\/([\w.-]+\.js)/g)].map(([, file]) => file);
    expect(files).toEqual(['embed.js', 'embed.js']);
  });

  it('applies a theme before any script runs', () => {
    expect(embedCode({ ...options, theme: 'dark' }, forms)).toContain('<div data-theme="dark" class="maths">');
    expect(embedCode({ ...options, theme: 'dark', frame: true }, forms)).toContain('&amp;theme=dark"');
  });

  it('names one release and the hash of each of its files when pinned, with the import map before all modules', () => {
    const code = embedCode({ ...options, language: 'fr', release }, forms);
    const base = 'https://portal.example/elements/1.2.3-abcdefgh/';
    expect(code).toContain(
      `<script type="module" src="${base}loader.fr.js" crossorigin integrity="sha384-F"></script>`,
    );
    const [, map = ''] = /<script type="importmap">(.*?)<\/script>/.exec(code) ?? [];
    expect(JSON.parse(map).integrity).toMatchObject({ [`${base}sign-in.js`]: 'sha384-S' });
    expect(code.indexOf('importmap')).toBeLessThan(code.indexOf('modulepreload'));
  });
});
