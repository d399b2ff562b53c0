import { describe, expect, it, vi } from 'vitest';
import { conversionEvent } from '../../src/contracts/api.ts';
import { openContext } from './open-context.ts';

/** A table in which this page belongs to a partner. */
vi.hoisted(() => vi.stubGlobal('__PARTNERS__', [{ key: 'web2wave', origins: [location.origin], audience: 'parent' }]));

type Context = ReturnType<typeof openContext>['context'];

/** Returns the details of an event that the document receives from an element with these attributes. */
const reported = (event: string, attributes: Record<string, string>, act: (context: Context) => void): unknown[] => {
  const element = document.createElement('maths-sign-in');
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  document.body.append(element);
  const received: unknown[] = [];
  const listen = (one: Event): void => void received.push(one instanceof CustomEvent ? one.detail : null);
  document.addEventListener(event, listen);
  act(openContext(element, 'parent', element.getAttribute('portal') ?? '').context);
  document.removeEventListener(event, listen);
  element.remove();
  return received;
};
const announced = (attributes: Record<string, string>): unknown[] =>
  reported(conversionEvent, attributes, ({ recordConversion }) => recordConversion('sign_in'));

describe('a step', () => {
  const form = 'sign-in';

  it('reaches the partner’s page: a form is shown once and before all else, each field is started once', () => {
    const received = reported('step', { portal: 'https://portal.example', origin: 'web2wave' }, ({ step }) => {
      step({ step: 'started', form, field: 'email' });
      step({ step: 'shown', form });
      step({ step: 'started', form, field: 'email' });
      step({ step: 'started', form, field: 'password' });
      for (let times = 0; times < 2; times += 1) step({ step: 'failed', form, code: 'OFFLINE' });
    });
    expect(received).toEqual([
      { step: 'shown', form },
      { step: 'started', form, field: 'email' },
      { step: 'started', form, field: 'password' },
      { step: 'failed', form, code: 'OFFLINE' },
      { step: 'failed', form, code: 'OFFLINE' },
    ]);
  });

  it.each([
    ['on the portal’s own page', { portal: location.origin }],
    ['in a page of another origin than its key', { portal: 'https://portal.example', origin: 'quiz' }],
  ])('is not reported %s', (_, attributes) => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    expect(reported('step', attributes, ({ step }) => step({ step: 'shown', form }))).toEqual([]);
  });
});

it('fires ready once, though a form can become complete again', () => {
  const received = reported('ready', { portal: location.origin }, ({ ready }) => [ready(), ready()]);
  expect(received).toEqual([{}]);
});

describe('a conversion', () => {
  it("reaches the document of the portal's own page", () => {
    expect(announced({ portal: location.origin })).toEqual(['sign_in']);
  });

  it.each([
    ['a page of another origin', { portal: 'https://portal.example' }],
    ['a form for a partner', { portal: location.origin, origin: 'demo' }],
  ])('announces no conversion in %s', (_, attributes) => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    expect(announced(attributes)).toEqual([]);
  });
});
