/** The code that the owner of an account receives with a password reset. */
export type SignInCode = { read(): string | undefined; write(code: string): void };

/** The key in `sessionStorage`. */
const key = 'signInCode';

/**
 * Keeps the code in this tab, so that a person who has just reset the password, or typed the code once, need not type
 * it again. Where the browser stores nothing, the form asks for it.
 */
export const createSignInCode = (host: Pick<Window, 'sessionStorage'> = window): SignInCode => ({
  read: () => {
    try {
      return host.sessionStorage.getItem(key) ?? undefined;
    } catch {
      return undefined;
    }
  },
  write: (code) => {
    try {
      host.sessionStorage.setItem(key, code);
    } catch {
      // The form asks for the code.
    }
  },
});
