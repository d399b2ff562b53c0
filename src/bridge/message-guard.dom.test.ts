import { describe, expect, it } from 'vitest';
import { admits, type Peer } from './message-guard.ts';

const partner = { window, origin: 'https://partner.example' };
const inFrame: Peer[] = [{ ...partner, strangers: 'drop' }];
const onPage: Peer[] = [{ ...partner, strangers: 'pass' }];
// Another window; which one does not matter.
const stranger = null;

const from = (message: Partial<MessageEventInit<unknown>> & { claim?: string }) => ({
  data: JSON.stringify({ __post_robot_10_0_46__: [{ origin: message.claim ?? message.origin ?? partner.origin }] }),
  source: window,
  origin: partner.origin,
  ...message,
});

describe('the guard before post-robot', () => {
  it('lets the partner through', () => {
    expect(admits(from({}), inFrame)).toBe(true);
  });

  it.each(['https://evil.example', 'http://partner.example', 'null'])('drops the right window at %s', (origin) => {
    expect(admits(from({ origin }), onPage)).toBe(false);
  });

  it('drops a sandboxed window, whatever it claims', () => {
    expect(admits(from({ origin: 'null', source: stranger }), onPage)).toBe(false);
  });

  it('drops another window in our frame, and leaves it alone on a partner’s page', () => {
    const message = from({ source: stranger });
    expect(admits(message, inFrame)).toBe(false);
    expect(admits(message, onPage)).toBe(true);
  });

  it('drops a message that claims another origin than it has, file: above all', () => {
    expect(admits(from({ claim: 'file://' }), onPage)).toBe(false);
    expect(admits(from({ data: '{"__post_robot_10_0_46__":[{"origin":"\\u0066ile:"}]}' }), onPage)).toBe(false);
  });

  it.each([
    '{"__post_robot_10_0_46__":',
    '{"__post_robot_10_0_46__":[null]}',
    '{"__post_robot_10_0_46__":7}',
    `{"__post_robot_10_0_46__":[],"pad":"${'x'.repeat(65_536)}"}`,
  ])('drops what is broken or too long: %.40s', (data) => {
    expect(admits(from({ data }), inFrame)).toBe(false);
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
  ])('drops a claim that hides %s', (_, data) => {
    expect(admits(from({ data }), onPage)).toBe(false);
  });

  it('leaves messages alone that can not be read', () => {
    expect(admits(from({ data: [{ toString: 1 }] }), inFrame)).toBe(true);
  });

  it('leaves messages alone that are not post-robot’s', () => {
    expect(admits(from({ data: { type: 'other' }, source: stranger }), inFrame)).toBe(true);
  });
});
