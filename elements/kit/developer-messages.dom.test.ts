import { beforeEach, describe, expect, it, vi } from 'vitest';
import type * as Messages from './developer-messages.ts';

const portal = 'https://portal.example';
const guide = `Guide: ${portal}/elements/tag-and-package.md`;

let messages: typeof Messages;
let warn: ReturnType<typeof vi.spyOn>;
const said = (): string[] => warn.mock.calls.map(String);

const element = (tag: string, attributes: Record<string, string> = {}): HTMLElement => {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  return made;
};

beforeEach(async () => {
  vi.resetModules();
  vi.stubGlobal('__PARTNERS__', [
    { key: 'web2wave', origins: ['https://web2wave.example'], audience: 'parent' },
    { key: 'educators', origins: ['https://educators.example'], audience: 'teacher' },
  ]);
  messages = await import('./developer-messages.ts');
  warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  warn.mockClear();
});

describe('messages for developers', () => {
  it.each([
    ['an unknown key', 'maths-sign-in', { origin: 'nobody' }, `has no key "nobody"`],
    ['a key of another audience', 'maths-sign-in', { origin: 'educators' }, `no key "educators" for parents' forms`],
    ['a key of another page', 'maths-sign-in', { origin: 'web2wave' }, 'does not belong to the key "web2wave"'],
    ['a missing key', 'maths-sign-in', {}, 'the attribute "origin" is missing'],
  ] as const)('explains %s once, with the page’s origin and the guide', (_what, tag, attributes, text) => {
    for (const _ of [1, 2]) messages.explainKey(element(tag, attributes), 'parent', portal, true);
    expect(said()).toEqual([expect.stringContaining(text)]);
    expect(said()[0]).toContain(location.origin);
    expect(said()[0]).toContain(guide);
  });

  it('explains an unknown key on the machine of a developer, where the form works', () => {
    messages.explainKey(element('maths-sign-in', { origin: 'nobody' }), 'parent', portal, false);
    expect(said()).toEqual([expect.stringMatching(/works only because .* this package has no key "nobody"/)]);
  });

  it.each([
    ['an unknown widget', { widget: 'sign-in', origin: 'web2wave' }, 'there is no widget "sign-in"'],
    ['a missing widget', { origin: 'web2wave' }, 'the required attribute "widget" is missing'],
    ['a missing key', { widget: 'signin' }, 'the required attribute "origin" is missing'],
  ])('explains %s of a frame', (_what, attributes, text) => {
    messages.explainEmbed(element('maths-embed', attributes), portal);
    expect(said()).toEqual([expect.stringContaining(text)]);
    expect(said()[0]).toContain(guide);
  });
});
