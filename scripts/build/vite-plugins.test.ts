import { preprocessCSS, resolveConfig } from 'vite';
import { expect, it } from 'vitest';
import { resolveTokens } from '../../src/config/design-tokens.ts';
import { designTokens } from './vite-plugins.ts';

it('resolves a design token, and rejects one that does not exist', () => {
  expect(resolveTokens('color: var(--color-ink)')).toBe('color: #1d2148');
  expect(() => resolveTokens('color: var(--color-ikn)')).toThrow('--color-ikn');
});

it.each([
  [
    'host-site/a.css',
    'a { padding: var(--space-4) -8px; line-height: 24px; border: 2px solid }',
    'a { padding: 1rem -0.5rem; line-height: 1.5rem; border: 2px solid }',
  ],
  [
    'host-site/a.css',
    'a { font-size: clamp(27px, 1.6vw + 21px, 40px) }',
    'a { font-size: clamp(1.6875rem, 1.6vw + 1.3125rem, 2.5rem) }',
  ],
  [
    'host-site/a.css',
    '@media (max-width: 480px) { a { color: var(--color-ink) } }',
    '@media (max-width: 30em) { a { color: #1d2148 } }',
  ],
  ['src/ui/a.css', 'a { gap: 8px; inline-size: 20px }', 'a { gap: calc(8*var(--maths-unit,1px)); inline-size: 20px }'],
  ['src/ui/a.css', '@media print { a { font-size: 12px } }', '@media print { a { font-size: 12px } }'],
  ['demo/a.css', 'a { font-size: 12px }', 'a { font-size: 12px }'],
])(
  'lets texts and their spaces grow with the reader’s font size, except on paper and for partners: %s %s',
  async (file, css, written) => {
    const config = await resolveConfig({ configFile: false, plugins: [designTokens()] }, 'build');
    expect((await preprocessCSS(css, `/portal/${file}`, config)).code).toBe(written);
  },
);
