export type StorageHost = Pick<Window, 'localStorage'>;

/**
 * Uses `localStorage`, or returns `otherwise`. In a sandboxed frame or a strict private mode even the access throws,
 * and a full storage throws at a write. No code may depend on storage.
 */
export const withStorage = <T>(host: StorageHost, action: (storage: Storage) => T, otherwise: T): T => {
  try {
    return action(host.localStorage);
  } catch {
    return otherwise;
  }
};

/** The code that the owner of an account receives with a password reset. */
export type SignInCode = { read(): string | undefined; write(code: string): void };

/** The key of the code in `sessionStorage`. */
const codeKey = 'signInCode';

/**
 * Keeps the code in this tab, so that a person who has just reset the password, or typed the code once, need not type
 * it again. Where the browser stores nothing, the form asks for it.
 */
export const createSignInCode = (host: Pick<Window, 'sessionStorage'> = window): SignInCode => ({
  read: () => {
    try {
      return host.sessionStorage.getItem(codeKey) ?? undefined;
    } catch {
      return undefined;
    }
  },
  write: (code) => {
    try {
      host.sessionStorage.setItem(codeKey, code);
    } catch {
      // The form asks for the code.
    }
  },
});
