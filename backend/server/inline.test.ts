import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { allowInline, inlineOf } from './inline.ts';

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

describe('the inline code of a document', () => {
  it('includes each script without an address and each style, also in shadow roots', () => {
    const html = `<head><script>one()</script><script type="module" data-of="a > b" data-src="x">\n two()\n</script>
      <script type="importmap">{"imports":{}}</script><style media="print">p { color: red }</style></head>
      <maths-sign-in><template shadowrootmode="open"><style>:host { display: block }</style></template></maths-sign-in>`;
    expect(inlineOf(html)).toEqual({
      scripts: ['one()', '\n two()\n', '{"imports":{}}'].map(hashOf),
      styles: ['p { color: red }', ':host { display: block }'].map(hashOf),
    });
  });

  it('excludes everything that is loaded from an address', () => {
    expect(inlineOf('<script async src="/a.js"></script><link rel="stylesheet" href="/a.css">')).toEqual({
      scripts: [],
      styles: [],
    });
  });

  it('lists repeated code once', () => {
    const style = '<style>p {}</style>';
    expect(inlineOf(style + style).styles).toEqual([hashOf('p {}')]);
  });

  it('adds the hashes to the policy’s own sources, and leaves the policy unchanged without inline code', () => {
    const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'";
    expect(allowInline(policy, { scripts: ["'sha256-a'", "'sha256-b'"], styles: ["'sha256-c'"] })).toBe(
      "default-src 'none'; script-src 'self' 'sha256-a' 'sha256-b'; style-src 'self' 'sha256-c'; img-src 'self'",
    );
    expect(allowInline(policy, { scripts: [], styles: [] })).toBe(policy);
  });
});
