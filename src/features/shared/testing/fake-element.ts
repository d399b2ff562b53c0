import { vi } from 'vitest';
import type { FormMode } from '../../../contracts/elements.ts';
import type { Language } from '../../../contracts/language.ts';
import type { ElementContext } from '../element-context.ts';

export type FakeElement = ReturnType<typeof fakeElement>;

/** A fake of the element around a feature: its attributes are a record, and `state` can change. */
export const fakeElement = (
  kind: FormMode['kind'] = 'first-party',
  attributes: Record<string, string> = {},
  language: Language = 'en',
) => {
  const state = { kind, language };
  return {
    state,
    attributes,
    portal: 'https://portal.example',
    mode: () => ({ kind: state.kind }),
    language: () => state.language,
    attribute: (name: string) => attributes[name],
    setAttribute: vi.fn((name: string, value: string) => void (attributes[name] = value)),
    succeeded: vi.fn<ElementContext['succeeded']>(),
    failed: vi.fn<ElementContext['failed']>(),
    ready: vi.fn<ElementContext['ready']>(),
    step: vi.fn<ElementContext['step']>(),
    recordConversion: vi.fn<ElementContext['recordConversion']>(),
    emit: vi.fn<ElementContext['emit']>(),
  } satisfies ElementContext & Record<string, unknown>;
};

/** A fake of the consent cookie, which is given or not, and can be given. */
export const fakeConsent = (given = true) => {
  let isGiven = given;
  return { given: () => isGiven, giveNecessary: vi.fn(() => void (isGiven = true)), subscribe: () => () => {} };
};

/** Returns the values of a form with these fields. */
export const formData = (fields: Record<string, string>): FormData => {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.set(name, value);
  return data;
};
