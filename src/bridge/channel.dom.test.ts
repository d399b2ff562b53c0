import { describe, expect, it } from 'vitest';
import { messageMaximum } from './messages.ts';
import { admits as admitsOn, guardMessages, type Peer } from './channel.ts';

const partner = { window, origin: 'https://partner.example' };
const peers: Peer[] = [partner];
const admits = (event: Parameters<typeof admitsOn>[0], hasOwn = true): boolean => admitsOn(event, peers, hasOwn);
// Any other window.
const stranger = null;

const from = (message: Partial<MessageEventInit<unknown>> & { claim?: string }) => ({
  data: JSON.stringify({ __post_robot_10_0_46__: [{ origin: message.claim ?? message.origin ?? partner.origin }] }),
  source: window,
  origin: partner.origin,
  ...message,
});

describe('the guard before post-robot', () => {
  it('accepts messages of the partner', () => {
    expect(admits(from({}), false)).toBe(true);
  });

  it('accepts messages up to a length', () => {
    const message = (pad: number) =>
      JSON.stringify({ __post_robot_10_0_46__: [{ origin: partner.origin, pad: 'x'.repeat(pad) }] });
    const most = messageMaximum - message(0).length;
    expect([most, most + 1].map((pad) => admits(from({ data: message(pad) })))).toEqual([true, false]);
  });

  it.each(['https://evil.example', 'http://partner.example', 'null'])(
    'drops messages of the right window at %s',
    (origin) => {
      expect(admits(from({ origin }))).toBe(false);
    },
  );

  it('drops messages of a sandboxed window, even if they claim another origin', () => {
    expect(admits(from({ origin: 'null', source: stranger }))).toBe(false);
  });

  it('drops messages of another window unless the page uses post-robot itself', () => {
    const message = from({ source: stranger });
    expect(admits(message, false)).toBe(false);
    expect(admits(message)).toBe(true);
  });

  it('drops a message that claims another origin than it has, especially file:', () => {
    expect(admits(from({ claim: 'file://' }))).toBe(false);
    expect(admits(from({ data: '{"__post_robot_10_0_46__":[{"origin":"\\u0066ile:"}]}' }))).toBe(false);
  });

  it.each([
    '{"__post_robot_10_0_46__":',
    '{"__post_robot_10_0_46__":[null]}',
    '{"__post_robot_10_0_46__":7}',
    `{"__post_robot_10_0_46__":[],"pad":"${'x'.repeat(65_536)}"}`,
  ])('drops broken and oversized messages: %.40s', (data) => {
    expect(admits(from({ data }), false)).toBe(false);
  });

  const hello = { type: 'postrobot_message_request', name: 'postrobot_hello', origin: 'file://' };
  const packed = { __post_robot_10_0_46__: [hello] };
  const wrapped = (type: string, value: unknown) => ({ origin: partner.origin, __type__: type, __val__: value });
  it.each([
    ['in a list', [JSON.stringify(packed)]],
    ['in a String object', new String(JSON.stringify(packed))],
    ['behind an escape', JSON.stringify(packed).replace('__post', '\\u005f_post')],
    ['as a typed message', JSON.stringify({ __post_robot_10_0_46__: [wrapped('object', hello)] })],
    ['as a typed list', JSON.stringify({ __post_robot_10_0_46__: wrapped('array', [hello]) })],
    ['as a typed whole', JSON.stringify(wrapped('object', packed))],
  ])('drops a claim that is hidden in %s', (_, data) => {
    expect(admits(from({ data }))).toBe(false);
  });

  it('ignores messages that cannot be read', () => {
    expect(admits(from({ data: [{ toString: 1 }] }), false)).toBe(true);
  });

  it('ignores messages that are not post-robot’s', () => {
    expect(admits(from({ data: { type: 'other' }, source: stranger }), false)).toBe(true);
  });
});

it('stops a stranger’s message before the page hears it, unless the page uses post-robot itself', () => {
  const heard: string[] = [];
  const unguard = guardMessages(window, partner);
  const listen = ({ source }: MessageEvent) => void heard.push(source === window ? 'partner' : 'stranger');
  window.addEventListener('message', listen);
  const send = (source: Window | null) => window.dispatchEvent(new MessageEvent('message', from({ source })));
  const globals = ['__post_robot_10_0_46__', '__post_robot_11__'];
  for (const name of ['other', ...globals]) {
    Reflect.set(window, name, {});
    send(stranger);
    send(window);
  }
  expect(heard).toEqual(['partner', 'partner', 'stranger', 'partner']);
  unguard();
  for (const name of ['other', ...globals]) Reflect.deleteProperty(window, name);
  send(window);
  expect(heard).toHaveLength(4);
  window.removeEventListener('message', listen);
});
