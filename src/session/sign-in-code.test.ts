import { describe, expect, it } from 'vitest';
import { createSignInCode } from './sign-in-code.ts';
import { createMemoryStorage } from './testing/memory-storage.ts';

const createTab = () => ({ sessionStorage: createMemoryStorage() });

describe('the code of a password reset', () => {
  it('keeps the code in the tab, and in no other one', () => {
    const tab = createTab();
    expect(createSignInCode(tab).read()).toBeUndefined();
    createSignInCode(tab).write('K7QM-2XPD');
    expect(createSignInCode(tab).read()).toBe('K7QM-2XPD');
    expect(createSignInCode(createTab()).read()).toBeUndefined();
  });

  it('asks for the code again where the browser stores nothing', () => {
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
