import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { allowInline, inlineOf } from './inline.ts';

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

describe('the inline code of a document', () => {
  it('is each script without an address, whatever it holds, and each style, in shadow roots too', () => {
    const html = `<head><script>one()</script><script type="module" data-of="a > b" data-src="x">\n two()\n</script>
      <script type="importmap">{"imports":{}}</script><style media="print">p { color: red }</style></head>
      <maths-sign-in><template shadowrootmode="open"><style>:host { display: block }</style></template></maths-sign-in>`;
    expect(inlineOf(html)).toEqual({
      scripts: ['one()', '\n two()\n', '{"imports":{}}'].map(hashOf),
      styles: ['p { color: red }', ':host { display: block }'].map(hashOf),
    });
  });

  it('is nothing of what comes from an address', () => {
    expect(inlineOf('<script async src="/a.js"></script><link rel="stylesheet" href="/a.css">')).toEqual({
      scripts: [],
      styles: [],
    });
  });

  it('is named once, however often it stands there', () => {
    const style = '<style>p {}</style>';
    expect(inlineOf(style + style).styles).toEqual([hashOf('p {}')]);
  });

  it('is added to the policy’s own sources, and a document without any leaves the policy as it is', () => {
    const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'";
    expect(allowInline(policy, { scripts: ["'sha256-a'", "'sha256-b'"], styles: ["'sha256-c'"] })).toBe(
      "default-src 'none'; script-src 'self' 'sha256-a' 'sha256-b'; style-src 'self' 'sha256-c'; img-src 'self'",
    );
    expect(allowInline(policy, { scripts: [], styles: [] })).toBe(policy);
  });
});
