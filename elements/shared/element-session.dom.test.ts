import { describe, expect, it, vi } from 'vitest';
import { conversionEvent } from '../../src/contracts/api.ts';
import { openElementSession } from './element-session.ts';

/** Returns what the document receives when an element with these attributes reports a conversion. */
const announced = (attributes: Record<string, string>): unknown[] => {
  const element = document.createElement('maths-sign-in');
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  document.body.append(element);
  const received: unknown[] = [];
  const listen = (event: Event): void => void received.push(event instanceof CustomEvent ? event.detail : null);
  document.addEventListener(conversionEvent, listen);
  openElementSession(element, 'parent').recordConversion('sign_in');
  document.removeEventListener(conversionEvent, listen);
  element.remove();
  return received;
};

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
