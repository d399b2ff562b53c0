/**
 * Matches the passwords that attackers guess first, in English and French. It is a few patterns and not a list of
 * thousands, because every sign-up form loads it. It is used for a hint and never rejects a password.
 */
const pattern =
  /^(?:p[a@]ssw[o0]rd|motdepasse|qwerty(?:ui|uiop)?|azerty(?:ui|uiop)?|iloveyou|jetaime|princess|sunshine|football|welcome|bonjour|letmein|admin|abcd?1234|1q2w3e4r|1234\d*|\d?987654\d*|(.)\1+)\d{0,4}[!.?]?$/i;

export const isCommonPassword = (password: string): boolean => pattern.test(password);
