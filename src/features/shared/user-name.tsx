/**
 * The user name that belongs to a password, out of sight; nothing without one. Password managers find or save the password by it; they ignore
 * `type="hidden"` (https://www.chromium.org/developers/design-documents/form-styles-that-chromium-understands/).
 */
export function UserName({ email }: { email: string | undefined }) {
  if (!email) return null;
  return <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />;
}
