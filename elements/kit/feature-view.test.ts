import { describe, expect, it } from 'vitest';
import { portalLink } from './feature-view.ts';
import { scopedTo } from './mount.tsx';

const context = { portal: 'https://portal.example', language: 'fr', coupon: undefined, search: '' } as const;

describe('a link to the portal', () => {
  it('includes language and coupon in a link to the portal', () => {
    expect(portalLink('/signup', { ...context, coupon: 'A&B' })).toBe(
      'https://portal.example/signup?lang=fr&coupon=A%26B',
    );
  });

  it('includes the query string without its secrets in a link to the portal', () => {
    const search = '?utm=1&lang=en&token=x&playfab_token=x&p=x&session=x';
    expect(portalLink('/signin', { ...context, search })).toBe('https://portal.example/signin?utm=1&lang=fr');
  });
});

describe('styles without a shadow root', () => {
  it('limits styles without a shadow root to the element', () => {
    expect(scopedTo('maths-sign-in', ':host([hidden]) { a: b }\n:host { c: d }')).toBe(
      ':where(maths-sign-in[light-dom]) {\n&[light-dom]:is([hidden]) { a: b }\n&[light-dom] { c: d }\n}',
    );
  });

  it('keeps keyframes outside of the rule for the element', () => {
    expect(scopedTo('maths-sign-in', 'p { a: b }@keyframes one{50%{a:b}to{c:d}}i { e: f }')).toBe(
      '@keyframes one{50%{a:b}to{c:d}}:where(maths-sign-in[light-dom]) {\np { a: b }i { e: f }\n}',
    );
  });
});
