import { describe, expect, it } from 'vitest';
import { placementOf, type Surroundings } from './partner-check.ts';

const table = [
  { key: 'quiz', origin: 'https://quiz.example', audience: 'parent' as const },
  { key: 'educators', origin: 'https://educators.example', audience: 'teacher' as const },
];
const portal = 'https://portal.example';
const inline = (own: string): Surroundings => ({ own, portal, framed: false, ancestor: undefined });
const framedBy = (ancestor: string | undefined): Surroundings => ({ own: portal, portal, framed: true, ancestor });
const place = (key: string | null, around: Surroundings) => placementOf(key, 'parent', around, table);

describe('the partner check', () => {
  it('is first-party without an origin, on the portal alone', () => {
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

  it('sends to the page itself when the element stands in the page of its partner', () => {
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

  it('blocks a stranger that frames itself into the partner', () => {
    const around = { own: 'https://evil.example', portal, framed: true, ancestor: 'https://quiz.example' };
    expect(place('quiz', around)).toEqual({ kind: 'blocked' });
  });
});
