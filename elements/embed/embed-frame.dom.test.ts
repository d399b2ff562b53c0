import { describe, expect, it } from 'vitest';
import { frameAttributes, frameIn } from './embed-frame.ts';

const options = {
  portal: 'https://portal.example',
  widget: 'signin',
  origin: 'partner',
  language: 'en',
  coupon: null,
  theme: undefined,
} as const;

const rootWith = (attributes: Readonly<Record<string, string>>): { root: ShadowRoot; frame: HTMLIFrameElement } => {
  const root = document.createElement('div').attachShadow({ mode: 'open' });
  const frame = document.createElement('iframe');
  for (const [name, value] of Object.entries(attributes)) frame.setAttribute(name, value);
  root.append(frame);
  return { root, frame };
};

describe('a frame that the page contains already', () => {
  it('keeps the existing frame when it matches the tag', () => {
    const { root, frame } = rootWith(frameAttributes(options));
    expect(frameIn(root, options, 'light')).toBe(frame);
    expect(root.childNodes).toHaveLength(1);
  });

  it.each([
    ['of more rights', { sandbox: 'allow-scripts allow-top-navigation' }],
    ['that holds a page of its own', { srcdoc: '<form action="https://evil.example">' }],
  ])('replaces the existing frame when it is one %s', (_, other) => {
    const { root, frame } = rootWith({ ...frameAttributes(options), ...other });
    const wanted = frameIn(root, options, 'light');
    expect(wanted).not.toBe(frame);
    expect([...root.childNodes]).toEqual([wanted]);
  });

  it.each([
    ['dark', undefined, 'dark'],
    ['light', undefined, null],
    ['dark', 'light', 'light'],
  ] as const)('gives the frame the scheme of a %s page unless the tag sets a theme: %s', (scheme, theme, expected) => {
    const { root } = rootWith({});
    const { src } = frameIn(root, { ...options, theme }, scheme);
    expect(new URL(src).searchParams.get('theme')).toBe(expected);
  });

  it('keeps the existing frame in a dark page, because the theme arrives through the bridge', () => {
    const { root, frame } = rootWith(frameAttributes(options));
    expect(frameIn(root, options, 'dark')).toBe(frame);
  });
});
