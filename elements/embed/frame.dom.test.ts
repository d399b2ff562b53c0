import { describe, expect, it } from 'vitest';
import { frameIn } from './frame.ts';

const options = {
  portal: 'https://portal.example',
  widget: 'signin',
  origin: 'partner',
  language: 'en',
  coupon: null,
  theme: undefined,
} as const;

describe('the frame of an embed', () => {
  it('replaces everything in the root, such as a frame with more rights', () => {
    const root = document.createElement('div').attachShadow({ mode: 'open' });
    root.append(document.createElement('iframe'));
    const frame = frameIn(root, options, 'light');
    expect([...root.childNodes]).toEqual([frame]);
    expect(frame.getAttribute('sandbox')).not.toContain('top-navigation');
  });
});
