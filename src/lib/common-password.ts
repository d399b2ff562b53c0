/**
 * The passwords that guessing starts with, in English and French: a handful of shapes, not a list of thousands, since
 * it travels to every sign-up form. It serves a hint, never a refusal.
 */
const pattern =
  /^(?:p[a@]ssw[o0]rd|motdepasse|qwerty(?:ui|uiop)?|azerty(?:ui|uiop)?|iloveyou|jetaime|princess|sunshine|football|welcome|bonjour|letmein|admin|abcd?1234|1q2w3e4r|1234\d*|\d?987654\d*|(.)\1+)\d{0,4}[!.?]?$/i;

export const looksCommon = (password: string): boolean => pattern.test(password);
