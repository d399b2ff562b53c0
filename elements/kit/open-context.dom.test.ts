import { describe, expect, it, vi } from 'vitest';
import { conversionEvent } from '../../src/contracts/api.ts';
import { openContext } from './open-context.ts';

/** A table in which this page belongs to a partner. */
vi.mock('../../src/config/page-partners.ts', () => ({
  partners: [{ key: 'web2wave', origins: [location.origin], audience: 'parent' }],
  isDevelopmentOrigin: () => false,
}));

/** Returns what the document receives when an element with these attributes reports a conversion. */
const announced = (attributes: Record<string, string>): unknown[] => {
  const element = document.createElement('maths-sign-in');
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  document.body.append(element);
  const received: unknown[] = [];
  const listen = (event: Event): void => void received.push(event instanceof CustomEvent ? event.detail : null);
  document.addEventListener(conversionEvent, listen);
  openContext(element, 'parent', element.getAttribute('portal') ?? '').recordConversion('sign_in');
  document.removeEventListener(conversionEvent, listen);
  element.remove();
  return received;
};

describe('a step', () => {
  /** Returns the steps that the document receives from an element with these attributes. */
  const told = (attributes: Record<string, string>, tell: (context: ReturnType<typeof openContext>) => void) => {
    const element = document.createElement('maths-sign-in');
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    document.body.append(element);
    const received: unknown[] = [];
    const listen = ({ detail }: CustomEvent): void => void received.push(detail);
    document.addEventListener('step', listen);
    tell(openContext(element, 'parent', element.getAttribute('portal') ?? ''));
    document.removeEventListener('step', listen);
    element.remove();
    return received;
  };
  const form = 'sign-in';

  it('reaches the partner’s page: a form is shown once and before all else, each field is started once', () => {
    const received = told({ portal: 'https://portal.example', origin: 'web2wave' }, ({ step }) => {
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
  ])('is not told %s', (_, attributes) => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    expect(told(attributes, ({ step }) => step({ step: 'shown', form }))).toEqual([]);
  });
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
