import { vi } from 'vitest';
import type { FormMode } from '../../../contracts/form-mode.ts';
import type { Language } from '../../../contracts/language.ts';
import type { FormHost } from '../form-controller.ts';

export type FakeHost = ReturnType<typeof fakeHost>;

/** A fake of the element around a form: its attributes are a record, and `language` can change. */
export const fakeHost = (kind: FormMode['kind'] = 'first-party', attributes: Record<string, string> = {}) => {
  const state: { language: Language } = { language: 'en' };
  return {
    state,
    attributes,
    mode: () => ({ kind }),
    language: () => state.language,
    attribute: (name: string) => attributes[name],
    setAttribute: vi.fn((name: string, value: string) => void (attributes[name] = value)),
    property: (name: string): unknown => attributes[name],
    succeeded: vi.fn<FormHost['succeeded']>(),
    step: vi.fn<FormHost['step']>(),
    recordConversion: vi.fn<FormHost['recordConversion']>(),
    emit: vi.fn<FormHost['emit']>(),
  } satisfies FormHost & Record<string, unknown>;
};

/** Returns the values of a form with these fields. */
export const formData = (fields: Record<string, string>): FormData => {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.set(name, value);
  return data;
};
