/** The HTML standard's pattern for `type="email"`. It detects typing errors; the server makes the final check. */
const pattern = /^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?)*$/i;

export const looksLikeEmail = (text: string): boolean => pattern.test(text);
