import { describe, expect, it } from 'vitest';
import { createSignInCode } from './sign-in-code.ts';

const createTab = () => {
  const items = new Map<string, string>();
  const sessionStorage: Storage = {
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
    clear: () => items.clear(),
    key: () => null,
    length: 0,
  };
  return { sessionStorage };
};

describe('the code of a password reset', () => {
  it('is kept in the tab, and in no other one', () => {
    const tab = createTab();
    expect(createSignInCode(tab).read()).toBeUndefined();
    createSignInCode(tab).write('K7QM-2XPD');
    expect(createSignInCode(tab).read()).toBe('K7QM-2XPD');
    expect(createSignInCode(createTab()).read()).toBeUndefined();
  });

  it('is asked for again where the browser stores nothing', () => {
    const sandboxed = {
      get sessionStorage(): Storage {
        throw new DOMException('The document is sandboxed', 'SecurityError');
      },
    };
    const code = createSignInCode(sandboxed);
    expect(() => code.write('K7QM-2XPD')).not.toThrow();
    expect(code.read()).toBeUndefined();
  });
});
