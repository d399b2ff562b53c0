import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseDeclared, parseError, parseHeight, parseResult, parseSettings, parseStep } from './messages.ts';

const result = { session: '{}', userID: 'u1', playfabID: 'P1' };

describe('the messages between a frame and its page', () => {
  it('accepts a result and removes unknown fields', () => {
    expect(parseResult({ id: 'a', result: { ...result, html: '<b>' }, extra: 1 })).toEqual({ id: 'a', result });
  });

  it('accepts the token for the partner’s server, and whether the account is new', () => {
    const signed = { ...result, idToken: 'a.b.c', created: false };
    expect(parseResult({ id: 'a', result: signed })?.result).toEqual(signed);
    expect(parseResult({ id: 'a', result: { ...result, idToken: 1, created: 'yes' } })?.result).toEqual(result);
  });

  it.each([
    null,
    [],
    'text',
    {},
    { id: 'a' },
    { id: '', result },
    { id: 1, result },
    { id: 'a', result: { ...result, userID: 7 } },
    { id: 'a', result: { ...result, session: {} } },
    { id: 'a', result: { ...result, session: 'x'.repeat(65_537) } },
  ])('rejects the result %j', (data) => {
    expect(parseResult(data)).toBeNull();
  });

  it.each([Number.NaN, Number.POSITIVE_INFINITY, -1, 1e6, '400', null, { valueOf: 400 }])(
    'rejects the height %s',
    (height) => {
      expect(parseHeight({ height })).toBeNull();
    },
  );

  it('accepts heights up to that of a very long form', () => {
    expect([0, 20_000, 20_001].map((height) => parseHeight({ height }))).toEqual([0, 20_000, null]);
    expect(parseHeight('400')).toBeNull();
  });

  it('accepts a teacher’s result with the class', () => {
    const teacher = { ...result, classroomCode: 'K7P42M', classroomID: 'AAAAAAAAAAAAAAAAAAAAAA' };
    expect(parseResult({ id: 'a', result: teacher })?.result).toEqual(teacher);
    expect(parseResult({ id: 'a', result: { ...teacher, classroomID: {} } })?.result).toEqual({
      ...result,
      classroomCode: 'K7P42M',
    });
  });

  it('accepts an error only with a code from the catalogue', () => {
    expect(parseError({ code: 'OFFLINE', message: 'Offline.' })).toEqual({ code: 'OFFLINE', message: 'Offline.' });
    expect(parseError({ code: 'TEACHER_ALREADY_EXISTS', message: 'Taken.' })?.code).toBe('TEACHER_ALREADY_EXISTS');
    expect(parseError({ code: 'constructor', message: '' })).toBeNull();
  });

  it('accepts a known step, and of it only a field’s name and a known code', () => {
    const step = { step: 'failed', form: 'sign-in', field: 'email', code: 'OFFLINE' };
    expect(parseStep({ ...step, value: 'typed' })).toEqual(step);
    expect(parseStep({ ...step, field: '', code: 'NO_SUCH_CODE' })).toEqual({ step: 'failed', form: 'sign-in' });
    for (const other of [{ ...step, step: 'left' }, { ...step, form: 'other' }, 7]) expect(parseStep(other)).toBeNull();
  });

  it('accepts the kind of a declaration, and nothing else of it', () => {
    expect(parseDeclared({ kind: 'withdrawal', email: 'parent@mail.example' })).toEqual({ kind: 'withdrawal' });
    for (const other of [{ kind: 'toString' }, {}, null]) expect(parseDeclared(other)).toBeNull();
  });

  it('accepts known settings one by one', () => {
    expect(parseSettings({ lang: 'fr', theme: 'pink', email: 'a@b.example', onclick: 'x' })).toEqual({
      lang: 'fr',
      email: 'a@b.example',
    });
  });

  it('parses any message without throwing', () => {
    fc.assert(
      fc.property(fc.anything(), (data) => {
        for (const parse of [parseResult, parseHeight, parseError, parseSettings, parseStep, parseDeclared])
          parse(data);
      }),
    );
  });
});
