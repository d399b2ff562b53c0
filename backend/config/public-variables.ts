type Environment = Readonly<Record<string, string | undefined>>;

const secretShape = /sk_(live|test)_|rk_(live|test)_|whsec_|-----BEGIN|^Bearer |:\/\/[^/]*:[^/]*@/;
const secretNames = /SECRET|PASSWORD|API_KEY|DATABASE_URL|SMTP_URL/;
const local = /localhost|127\.0\.0\.1|\[::1\]/;

/**
 * Returns a sentence about each variable that must not get into a public file: `VITE_` variables do, so nothing secret may
 * be in them, and in production nothing of this machine. No sentence contains a value.
 */
export const publicProblems = (env: Environment): string[] => {
  const isPublic = (name: string): boolean => name.startsWith('VITE_');
  const given = Object.entries(env).flatMap(([name, value]) => (value ? [{ name, value }] : []));
  const hidden = given.filter(({ name }) => secretNames.test(name) && !isPublic(name));
  const isSecret = (value: string): boolean =>
    secretShape.test(value) || hidden.some((secret) => secret.value === value);
  return given.flatMap(({ name, value }) => {
    if (!isPublic(name)) return [];
    if (isSecret(value)) return `${name} holds a secret; VITE_ variables are readable by everybody who loads a page.`;
    // A key may have an origin of its developer's machine (decisions.md#3-bridge).
    const isLocal = env['APP_MODE'] === 'production' && name !== 'VITE_PARTNERS' && local.test(value);
    return isLocal ? `${name} names this machine; production can't.` : [];
  });
};
