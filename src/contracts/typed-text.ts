/** What people type or paste, in the one form that is checked, hashed, sent and stored. */

/** Removes invisible characters, which come with pasted text, and the spaces around it. */
export const visibleText = (typed: string): string =>
  typed.replace(/[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '').trim();

/** Returns a password in Unicode's composed form: keyboards type é as one character or with an accent. Spaces stay. */
export const normalizePassword = (typed: string): string => typed.normalize('NFC');

/** Returns a label of a domain in ASCII, or unchanged if it has no such form that is visibly another one. */
const asciiLabel = (label: string): string => {
  const address = `http://${label}`;
  const ascii = URL.canParse(address) ? new URL(address).hostname : '';
  return ascii.startsWith('xn--') ? ascii : label;
};

/**
 * Returns an address without invisible characters, with its domain in ASCII, as Chromium's email field does. A label
 * that would become plain ASCII stays: a full-width letter must not turn into another address.
 */
export const emailText = (typed: string): string =>
  visibleText(typed).replace(/(?<=.@)[^@]+$/, (domain) => domain.replace(/[\p{L}\p{M}\p{N}-]+/gu, asciiLabel));

/**
 * Returns an address without what was copied with it: `mailto:`, a name and brackets, a punctuation mark. A Japanese
 * keyboard types another @ and another full stop.
 */
export const pastedEmail = (typed: string): string =>
  emailText(
    visibleText(typed)
      .replace(/[\uFF20\uFE6B]/g, '@')
      .replace(/^[^<>]*[<(]([^<>()]*@[^<>()]*)[>)]\W*$/, '$1')
      .replace(/^mailto:([^?]*).*$/is, '$1')
      .replace(/(?<=@[^@]*)[\u3002\uFF0E\uFF61]/g, '.')
      .replace(/[.,;:]+$/, ''),
  );

/** Returns a code in plain capitals and dashes, without invisible characters, spaces and `#`. */
export const codeText = (typed: string): string =>
  visibleText(typed)
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[\s#]/g, '')
    .replace(/[\p{Pd}\u2212]/gu, '-');
