import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { isLoopbackOrigin } from '../config/partner-origins.ts';
import { placementOf, type WidgetLocation } from './partner-page.ts';

const table = [
  { key: 'quiz', origins: ['https://quiz.example', 'https://staging.quiz.example'], audience: 'parent' as const },
  { key: 'educators', origins: ['https://educators.example'], audience: 'teacher' as const },
];
const portal = 'https://portal.example';
const inline = (own: string): WidgetLocation => ({ own, portal, framed: false, ancestor: undefined, referrer: '' });
const framedBy = (ancestor: string | undefined): WidgetLocation => ({
  own: portal,
  portal,
  framed: true,
  ancestor,
  referrer: '',
});
const place = (key: string | null, around: WidgetLocation) => placementOf(key, 'parent', around, table);

describe('the partner check', () => {
  it('treats an element without an origin as first-party, on the portal only', () => {
    expect(place(null, inline(portal))).toEqual({ kind: 'first-party' });
    expect(place(null, inline('https://quiz.example'))).toEqual({ kind: 'blocked' });
    expect(place(null, { ...framedBy('https://quiz.example'), own: 'https://evil.example' })).toEqual({
      kind: 'blocked',
    });
  });

  it.each(['https://quiz.example', 'https://evil.example', portal, 'null', undefined])(
    'blocks a framed form without an origin attribute when the parent shows as %s',
    (ancestor) => {
      expect(place(null, framedBy(ancestor))).toEqual({ kind: 'blocked' });
    },
  );

  it('sends to the page itself when the element is in the page of its partner', () => {
    expect(place('quiz', inline('https://quiz.example'))).toEqual({
      kind: 'widget',
      target: 'https://quiz.example',
      framed: false,
    });
  });

  it('sends to the parent when the portal is framed by the partner', () => {
    expect(place('quiz', framedBy('https://quiz.example'))).toEqual({
      kind: 'widget',
      target: 'https://quiz.example',
      framed: true,
    });
  });

  it.each([undefined, 'null'])(
    'leaves the decision to headers and target origin when the parent shows as %s',
    (ancestor) => {
      expect(place('quiz', framedBy(ancestor))).toEqual({
        kind: 'widget',
        target: 'https://quiz.example',
        framed: true,
      });
    },
  );

  it.each([
    'http://quiz.example',
    'https://quiz.example:8443',
    'https://quiz.example.evil.example',
    'https://a.quiz.example',
    'http://localhost:3000',
    'https://evilquiz.example',
    'https://quiz.exampl',
    'null',
    portal,
  ])('blocks a page of %s that claims to be the partner', (own) => {
    expect(place('quiz', inline(own))).toEqual({ kind: 'blocked' });
    expect(place('quiz', { ...framedBy(own), ancestor: own === 'null' ? 'https://evil.example' : own })).toEqual({
      kind: 'blocked',
    });
  });

  it.each(['', 'QUIZ', 'toString', '__proto__', 'https://quiz.example'])('blocks the unknown key "%s"', (key) => {
    expect(place(key, inline('https://quiz.example'))).toEqual({ kind: 'blocked' });
  });

  it('blocks a key of the other audience', () => {
    expect(place('educators', inline('https://educators.example'))).toEqual({ kind: 'blocked' });
  });

  it('blocks a site that frames itself into the partner', () => {
    const around = {
      own: 'https://evil.example',
      portal,
      framed: true,
      ancestor: 'https://quiz.example',
      referrer: '',
    };
    expect(place('quiz', around)).toEqual({ kind: 'blocked' });
  });

  it('accepts every origin of a key and posts to the one that contains the widget', () => {
    const staging = 'https://staging.quiz.example';
    expect(place('quiz', inline(staging))).toEqual({ kind: 'widget', target: staging, framed: false });
    expect(place('quiz', framedBy(staging))).toEqual({ kind: 'widget', target: staging, framed: true });
    const hidden = { ...framedBy(undefined), referrer: `${staging}/` };
    expect(place('quiz', hidden)).toEqual({ kind: 'widget', target: staging, framed: true });
  });

  it('posts to the first origin of a key when the referrer is unknown', () => {
    expect(place('quiz', { ...framedBy('null'), referrer: 'https://evil.example/' })).toMatchObject({
      target: 'https://quiz.example',
    });
  });
});

describe('the partner check of a package whose developer runs a portal', () => {
  beforeEach(() => vi.stubGlobal('__FOR_ONE_PORTAL__', true));
  afterEach(() => vi.unstubAllGlobals());
  const develop = (own: string, portal: string, key = 'nobody') =>
    placementOf(key, 'parent', { ...inline(own), portal }, table);

  it('accepts any key when page and portal are on the own machine, marks an unknown one, and in no other case', () => {
    const own = 'http://[::1]:3000';
    const accepted = { kind: 'widget', target: own, framed: false };
    expect(develop(own, 'http://localhost:4173')).toEqual({ ...accepted, isAssumed: true });
    expect(develop(own, 'http://[::1]:4173', 'quiz')).toEqual({ ...accepted, isAssumed: false });
    expect(develop(own, 'https://portal.example')).toEqual({ kind: 'blocked' });
    expect(develop('https://shop.example', 'http://localhost:4173')).toEqual({ kind: 'blocked' });
    expect(develop('http://localhost:4173', 'http://localhost:4173')).toEqual({ kind: 'blocked' });
  });
});

describe('the partner check in development', () => {
  const develop = (key: string, around: WidgetLocation) => placementOf(key, 'parent', around, table, isLoopbackOrigin);

  it.each(['http://localhost:3000', 'http://127.0.0.1', 'https://[::1]:8443'])(
    'accepts a page of %s for every key',
    (own) => {
      expect(develop('quiz', inline(own))).toEqual({ kind: 'widget', target: own, framed: false });
      expect(develop('quiz', framedBy(own))).toEqual({ kind: 'widget', target: own, framed: true });
      expect(develop('nobody', inline(own))).toEqual({ kind: 'blocked' });
    },
  );

  it.each(['http://demo.localhost:3000', 'http://localhost.evil.example', 'https://127.0.0.1.evil.example'])(
    'blocks a page of %s, which only resembles a local address',
    (own) => {
      expect(develop('quiz', inline(own))).toEqual({ kind: 'blocked' });
    },
  );

  it('blocks a widget in a page of the portal itself', () => {
    const around = { ...inline('http://localhost:4173'), portal: 'http://localhost:4173' };
    expect(develop('quiz', around)).toEqual({ kind: 'blocked' });
    expect(develop('quiz', { ...around, framed: true, ancestor: around.portal })).toEqual({ kind: 'blocked' });
  });
});
