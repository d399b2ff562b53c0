import { describe, expect, it } from 'vitest';
import { criticalCss } from './critical-css.ts';

const markup = '<div class="maths"><button type="submit" class="maths-button" disabled="">Go</button></div>';

describe('the styles of a prerendered form', () => {
  it.each([
    ['what stands there', '.maths-button{color:red}'],
    ['the element itself', ':host([hidden]){display:none}'],
    ['the theme of the tag', '.maths[data-theme=dark]{color-scheme:dark}'],
    ['a button that waits', '.maths-button[aria-disabled=true]{cursor:progress}'],
    ['what is there unless another class is', '.maths:not(.maths-wide){margin:0}'],
    ['the focus', '.maths-button:focus-visible{outline:1px solid}'],
    ['an animation', '.maths-button{animation:1s maths-pulse}@keyframes maths-pulse{0%{opacity:.5}}'],
    ['forced colours', '@media (forced-colors:active){.maths-button{border:0}}'],
  ])('keeps %s in the styles of a prerendered form', (_, css) => expect(criticalCss(css, markup)).toBe(css));

  it.each([
    ['other classes', '.maths-message{color:red}'],
    ['a state that an answer brings', '.maths-button[aria-invalid=true]{color:red}'],
    ['a button that waits and submits nothing', '.maths[aria-disabled=true]{cursor:progress}'],
    ['a pointer', '.maths-button:hover{color:red}'],
    ['paper', '@media print{.maths-button{display:none}}'],
    ['an animation of other elements', '.maths-bar{animation:1s maths-pulse}@keyframes maths-pulse{0%{opacity:.5}}'],
    ['a query with nothing left in it', '@media (forced-colors:active){.maths-box{border:0}}'],
  ])('removes %s from the styles of a prerendered form', (_, css) => expect(criticalCss(css, markup)).toBe(''));

  it('keeps the styles for disabled controls only when a control is disabled', () => {
    const css = '.maths-button:disabled{opacity:.5}';
    expect(criticalCss(css, markup)).toBe(css);
    expect(criticalCss(css, markup.replace(' disabled=""', ''))).toBe('');
  });

  it('keeps the selectors of a list that can match', () => {
    expect(criticalCss('.maths-link:focus-visible,.maths-button:focus-visible{outline:0}', markup)).toBe(
      '.maths-button:focus-visible{outline:0}',
    );
  });

  it('removes custom properties that only removed rules use', () => {
    const css = '.maths{--_a:red;--_b:var(--_a);--_c:blue}.maths-button{color:var(--_c)}.maths-link{color:var(--_b)}';
    expect(criticalCss(css, markup)).toBe('.maths{--_c:blue}.maths-button{color:var(--_c)}');
  });

  it('throws for a style sheet that it cannot parse', () => {
    expect(() => criticalCss('.maths{color:red', markup)).toThrow('braces');
  });
});
