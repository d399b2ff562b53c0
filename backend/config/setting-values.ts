import { isIP } from 'node:net';
import { z } from 'zod';
import { originOf } from '../../src/config/origin.ts';

export const hostOf = (text: string): string => URL.parse(text)?.hostname ?? '';
/** Returns whether only this machine can reach the host. Accepts an IPv6 address with or without brackets. */
export const isLoopback = (host: string): boolean => /^(localhost|127(\.\d{1,3}){3}|::1|\[::1\])$/.test(host);

export const isLocal = (host: string): boolean => /^(localhost|127\.|0\.0\.0\.0|\[::)/.test(host);
/** The game's key in development. It is public, because it is in the source. */
export const devGameKey = 'dev-game-key';

/** Returns whether a name is reserved on the internet, so that it can only be an example or this machine. */
export const isReserved = (host: string): boolean =>
  isLocal(host) || /(^|\.)(localhost|example|test|invalid|local)$|(^|\.)example\.(com|net|org)$/.test(host);
/** The vendor's prefix of a secret is left out, because it adds nothing that is hard to guess. */
const isGuessable = (secret: string): boolean =>
  new Set(secret.replace(/^([sr]k_(live|test)|whsec)_/, '')).size < 8 ||
  /change.?me|example|placeholder|your.?(secret|key)|secret.?here/i.test(secret);
export const commaSeparated = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
const isNetwork = (text: string): boolean => {
  const [address = '', bits] = text.split('/');
  const version = isIP(address);
  return (
    version !== 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128)))
  );
};

/**
 * The largest networks of proxies: 10.0.0.0/8 and fc00::/7. An IPv4-mapped network has 96 more bits than its IPv4
 * network.
 */
const fewestBits = { 4: 8, 6: 7, mapped: 104 };

/**
 * Returns whether an address or network is a small part of the internet. Two halves, such as 0.0.0.0/1, are all of it.
 */
const isBounded = (network: string): boolean => {
  const [address = '', bits] = network.split('/');
  if (bits === undefined) return true;
  if (isIP(address) === 4) return Number(bits) >= fewestBits[4];
  const isMapped = new URL(`http://[${address}]`).host.startsWith('[::ffff:');
  return Number(bits) >= fewestBits[isMapped ? 'mapped' : 6];
};

export const requiredText = (fix: string) => z.string({ error: fix }).trim().min(1, fix);
/** Whether the text is an address or a host name. A name whose last part is a number would be a wrong address. */
export const isHost = (text: string): boolean =>
  isIP(text) !== 0 || /^(?!.*(^|\.)\d+$)[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/i.test(text);
const portFix = 'must be a port number, 1 to 65535';
/** The ports that browsers do not open (https://fetch.spec.whatwg.org/#bad-port). */
const badPorts: ReadonlySet<number> = new Set([
  1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104, 109, 110,
  111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515, 526, 530, 531, 532,
  540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061,
  6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
]);
export const port = (fallback: string) =>
  z
    .string()
    .regex(/^\d{1,5}$/, portFix)
    .default(fallback)
    .transform(Number)
    .refine((number) => number > 0 && number <= 65_535, portFix)
    .refine((number) => !badPorts.has(number), 'must be a port that browsers open: they refuse this one');
/** Reads addresses and networks of proxies, or the word `none`. */
export const proxies = (text: z.ZodType<string, string>) =>
  text
    .transform((value) => (value.trim() === 'none' ? [] : commaSeparated(value)))
    .refine(
      (entries) => entries.every(isNetwork),
      'must be comma-separated addresses or networks, such as 10.0.0.0/8, or the word none',
    )
    .refine(
      (entries) => entries.every(isBounded),
      'must not trust a large part of the internet: anybody could forge X-Forwarded-For. Name the addresses of your proxies',
    );
/** Reads the address of an event receiver: https, or http on this machine. */
export const receiverUrl = (fallback: string) =>
  z
    .string()
    .refine(isBase, `must be an https address such as ${fallback}`)
    .transform((url) => url.replace(/\/$/, ''))
    .default(fallback);
/** Reads a Stripe key of one mode: development charges no real cards, and a test key in production charges none. */
export const stripeKey = (mode: 'live' | 'test', fix: string) => secret(fix).regex(new RegExp(`^[sr]k_${mode}_`), fix);
export const isTimeZone = (name: string): boolean => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
};
export const secret = (fix: string, least = 32) =>
  requiredText(fix)
    .min(least, fix)
    .refine((value) => !isGuessable(value), fix);
/** Reads one or two comma-separated secrets. The second is accepted while the first is being replaced. */
export const secrets = (fix: string, shape = /^/) =>
  requiredText(fix)
    .transform(commaSeparated)
    .refine(
      (values) =>
        values.length > 0 &&
        values.length < 3 &&
        values.every((value) => value.length >= 32 && shape.test(value) && !isGuessable(value)),
      fix,
    );
/** Reads one origin; capital letters and a trailing slash make no difference. */
export const origin = (fix: string) =>
  requiredText(fix).transform((value, context) => {
    const read = originOf(value);
    if (read !== undefined) return read;
    context.addIssue({ code: 'custom', message: fix });
    return z.NEVER;
  });
export const httpsOrigins = (fix: string) =>
  requiredText(fix)
    .transform((value) => commaSeparated(value).map(originOf))
    .refine((read) => read.every((one) => one?.startsWith('https:') && !isLocal(hostOf(one))), fix);
/** Whether names can be appended to the address: https, or http on this machine, without query and fragment. */
export const isBase = (value: string): boolean => {
  if (!URL.canParse(value) || /[\s?#\\]/.test(value)) return false;
  const { protocol, hostname, username, password } = new URL(value);
  const isSafe = protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname));
  return isSafe && username + password === '';
};
/** Whether user name and password are percent-encoded. Drivers differ in decoding an unencoded `%` or `@`, or throw. */
const hasEncodedCredentials = (url: string): boolean => {
  const [, authority = '', rest = ''] = /^[^/?#]*\/\/([^/?#]*)(.*)$/.exec(url) ?? [];
  const credentials = authority.slice(0, Math.max(0, authority.lastIndexOf('@')));
  if (credentials.includes('@') || (!URL.canParse(url) && rest.includes('@'))) return false;
  try {
    decodeURIComponent(credentials);
    return true;
  } catch {
    return false;
  }
};
/**
 * Reads an address with a user name and a password. With an unencoded `/`, `?` or `#` in the password it cannot be
 * parsed, or names another host, so an `@` after one of them is an error of the credentials.
 */
export const urlWithPassword = (protocols: RegExp, fix: string) =>
  requiredText(fix).check(({ value, issues }) => {
    const message = hasEncodedCredentials(value)
      ? fix
      : 'has a user name or password that is not percent-encoded: write %40 for @, %25 for %, %3A for : and %2F for /';
    if (message !== fix || !protocols.test(URL.parse(value)?.protocol ?? ''))
      issues.push({ code: 'custom', message, input: value });
  });
/**
 * Reads a PostgreSQL address. pg 8 verifies the certificate for `sslmode=require` as for `verify-full`, and warns that
 * pg 9 will not; the explicit mode keeps the check and avoids the warning.
 */
export const postgresUrl = (fix: string) =>
  urlWithPassword(/^postgres(ql)?:$/, fix).transform((url) =>
    url.includes('uselibpqcompat=true')
      ? url
      : url.replace(/([?&]sslmode=)(require|verify-ca)(?=&|$)/g, '$1verify-full'),
  );
export const sender = (fix: string) =>
  requiredText(fix).regex(/^(("[^"\\\r\n]*" *|[^<>"\r\n]*)<[^<>\s@]+@[^<>\s@]+>|[^<>\s@]+@[^<>\s@]+)$/, fix);

/** Whether mail is encrypted, with a checked certificate. With `smtp://`, STARTTLS is used only if it is offered. */
export const isMailEncrypted = (smtpUrl: string): boolean => {
  const { protocol, hostname, searchParams } = new URL(smtpUrl);
  if (isLoopback(hostname)) return true;
  // An encrypted connection to anybody who intercepts it protects nothing.
  if (searchParams.has('tls.rejectUnauthorized')) return false;
  return protocol === 'smtps:' || searchParams.getAll('requireTLS').join() === 'true';
};

/**
 * Whether pg encrypts the connection and checks the certificate, or it stays on this machine. Of a repeated parameter
 * pg uses the last. With `uselibpqcompat`, `sslmode=require` checks no certificate.
 */
export const isDatabaseEncrypted = (databaseUrl: string): boolean => {
  const { hostname, searchParams } = new URL(databaseUrl);
  const host = searchParams.getAll('host').at(-1) ?? hostname;
  const mode = searchParams.getAll('sslmode').at(-1);
  const isEncrypted =
    mode === undefined
      ? /^(true|1)$/.test(searchParams.getAll('ssl').at(-1) ?? '')
      : /^verify-(ca|full)$/.test(mode) || (mode === 'require' && !searchParams.has('uselibpqcompat'));
  // A host that begins with a slash is the folder of a Unix socket.
  return isEncrypted || /^(\/|%2F)/i.test(host) || isLoopback(host);
};

const secretShape = /sk_(live|test)_|rk_(live|test)_|whsec_|-----BEGIN|^Bearer |:\/\/[^/]*:[^/]*@/;
const secretNames = /SECRET|PASSWORD|API_KEY|DATABASE_URL|SMTP_URL/;
const localPart = /localhost|127\.0\.0\.1|\[::1\]/;

/**
 * Returns a sentence about each variable that must not get into a public file: `VITE_` variables do, so nothing secret
 * may be in them, and in production nothing of this machine. No sentence contains a value.
 */
export const publicProblems = (env: Readonly<Record<string, string | undefined>>): string[] => {
  const isPublic = (name: string): boolean => name.startsWith('VITE_');
  const given = Object.entries(env).flatMap(([name, value]) => (value ? [{ name, value }] : []));
  const hidden = given.filter(({ name }) => secretNames.test(name) && !isPublic(name));
  const isSecret = (value: string): boolean => secretShape.test(value) || hidden.some((one) => one.value === value);
  return given.flatMap(({ name, value }) => {
    if (!isPublic(name)) return [];
    if (isSecret(value)) return `${name} holds a secret; VITE_ variables are readable by everybody who loads a page.`;
    // A key may have an origin of its developer's machine (decisions.md#3-bridge).
    const namesMachine = env['APP_MODE'] === 'production' && name !== 'VITE_PARTNERS' && localPart.test(value);
    return namesMachine ? `${name} names this machine; production can't.` : [];
  });
};
