import { existsSync, globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const guide = readFileSync('docs/contributors/where-to-change.md', 'utf8');

/** Returns the files of a recipe: those before the colon of each step. */
const filesOf = (heading: string): string[] => {
  const [, recipe = ''] = new RegExp(`^## ${heading}$(.*?)(?=^## |$(?![^]))`, 'ms').exec(guide) ?? [];
  const steps = [...recipe.matchAll(/^\d+\. ([^:]+):/gm)].map(([, step = '']) => step);
  return steps.flatMap((step) => [...step.matchAll(/`([^`]+)`/g)].map(([, file = '']) => file));
};

const files = globSync('{src,elements,host-site,demo,locales,backend,emulators}/**/*.{ts,tsx,json,sql,md}')
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => !/\.test\.tsx?$|\/testing\//.test(file));

/** Returns the files of the product that name the example. */
const naming = (example: RegExp): string[] => files.filter((file) => example.test(readFileSync(file, 'utf8')));

/** Whether a file of a recipe, which may be a folder or have a language in its path, matches this one. */
const standsFor = (named: string, file: string): boolean => {
  const pattern = named.replaceAll('.', '\\.').replaceAll('*', '[^/]+');
  return new RegExp(`^${pattern}${named.endsWith('/') ? '' : '$'}`).test(file);
};

/** Each recipe and what its example is called, and files that name the example but belong to something else. */
const recipes = [
  {
    heading: 'A page',
    example: /teacherSignUpSuccess\b/,
    others: ['host-site/layout/page-layout.tsx', 'host-site/script/session.ts'],
    // A file of a page does not name its own route.
    unnamed: ['host-site/pages/teacher-sign-up-success.tsx'],
  },
  { heading: 'A field', example: /\b(schoolName|school_name)\b/, others: [], unnamed: [] },
  {
    heading: 'An element',
    example: /maths-levels\b/,
    others: ['host-site/pages/levels.tsx'],
    unnamed: ['locales/*/levels.json'],
  },
  {
    heading: 'An embeddable form',
    example: /maths-sign-up\b|['"]signup['"]/,
    // The page of the portal with the form, the form that the demo partner shows first, and an example of a frame.
    others: [
      'host-site/pages/sign-up.tsx',
      'host-site/script/start-page.ts',
      'demo/brightpath.css',
      'demo/index.ts',
      'elements/embed.md',
    ],
    unnamed: ['src/features/sign-up/', 'locales/*/sign-up.json'],
  },
  { heading: 'A call', example: /\breadSubscription\b/, others: [], unnamed: [] },
  { heading: 'A mail', example: /['"]trial-ends['"]/, others: [], unnamed: [] },
  { heading: 'A setting', example: /\bCONTRACT_TIME_ZONE\b/, others: [], unnamed: [] },
  { heading: 'A scheduled task', example: /\bkeepRetention\b/, others: [], unnamed: [] },
  { heading: 'A limit', example: /'progress-guess'/, others: [], unnamed: [] },
] as const;

describe.each(recipes)('the recipe "$heading"', ({ heading, example, others, unnamed }) => {
  const recipe = filesOf(heading);

  it('lists every file of the product that names its example', () => {
    const found = naming(example).filter((file) => !others.some((other) => other === file));
    expect(found.filter((file) => !recipe.some((named) => standsFor(named, file)))).toEqual([]);
  });

  it('lists no file that has nothing to do with its example', () => {
    const found = naming(example);
    const left = recipe.filter((named) => !unnamed.some((file) => file === named));
    expect(left.filter((named) => !found.some((file) => standsFor(named, file)))).toEqual([]);
    expect(unnamed.filter((named) => globSync(named).length === 0 || !recipe.includes(named))).toEqual([]);
    expect(others.filter((file) => !existsSync(file))).toEqual([]);
  });
});
