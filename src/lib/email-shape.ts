/** The HTML standard's own pattern for `type="email"`: catches slips of the finger, leaves the verdict to the server. */
const pattern = /^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?)*$/i;

export const looksLikeEmail = (text: string): boolean => pattern.test(text);
