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

describe('a frame that stands in the page already', () => {
  it('stays when it is the one that is asked for', () => {
    const { root, frame } = rootWith(frameAttributes(options));
    expect(frameIn(root, options)).toBe(frame);
    expect(root.childNodes).toHaveLength(1);
  });

  it.each([
    ['of more rights', { sandbox: 'allow-scripts allow-top-navigation' }],
    ['that holds a page of its own', { srcdoc: '<form action="https://evil.example">' }],
  ])('gives way when it is one %s', (_, other) => {
    const { root, frame } = rootWith({ ...frameAttributes(options), ...other });
    const wanted = frameIn(root, options);
    expect(wanted).not.toBe(frame);
    expect([...root.childNodes]).toEqual([wanted]);
  });
});
