import { isIP } from 'node:net';
import { z } from 'zod';

export const isUrl = (protocols: RegExp) => (text: string) =>
  URL.canParse(text) && protocols.test(new URL(text).protocol);
export const isOrigin = (text: string): boolean => URL.canParse(text) && new URL(text).origin === text;
export const hostOf = (text: string): string => (URL.canParse(text) ? new URL(text).hostname : '');
/** Only this machine reaches what listens there. */
export const isLoopback = (host: string): boolean => /^(localhost|127(\.\d{1,3}){3}|::1)$/.test(host);

export const isLocal = (host: string): boolean => /^(localhost|127\.|0\.0\.0\.0|\[::)/.test(host);
/** Names that are nobody's on the internet, so they can only be an example or this machine. */
export const isReserved = (host: string): boolean =>
  isLocal(host) || /(^|\.)(localhost|example|test|invalid|local)$|(^|\.)example\.(com|net|org)$/.test(host);
/** What a vendor writes in front of each of its secrets leaves nothing to guess. */
const withoutShape = (secret: string): string => secret.replace(/^([sr]k_(live|test)|whsec)_/, '');
export const isGuessable = (secret: string): boolean =>
  new Set(withoutShape(secret)).size < 8 ||
  /change.?me|example|placeholder|your.?(secret|key)|secret.?here/i.test(secret);
export const list = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
export const isNetwork = (text: string): boolean => {
  const [address = '', bits] = text.split('/');
  const version = isIP(address);
  return (
    version !== 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128)))
  );
};

export const text = (fix: string) => z.string({ error: fix }).trim().min(1, fix);
export const port = (fallback: string, fix: string) =>
  z
    .string()
    .regex(/^\d{1,5}$/, fix)
    .default(fallback)
    .transform(Number)
    .refine((number) => number > 0 && number <= 65_535, fix);
export const secret = (fix: string, least = 32) =>
  text(fix)
    .min(least, fix)
    .refine((value) => !isGuessable(value), fix);
/** One or two of them, divided by a comma: the second while the first is being changed. */
export const secrets = (fix: string, shape = /^/) =>
  text(fix)
    .transform(list)
    .refine(
      (values) =>
        values.length > 0 &&
        values.length < 3 &&
        values.every((value) => value.length >= 32 && shape.test(value) && !isGuessable(value)),
      fix,
    );
export const origins = (fix: string) =>
  z
    .string()
    .refine(
      (value) =>
        list(value).every((origin) => isOrigin(origin) && origin.startsWith('https:') && !isLocal(hostOf(origin))),
      fix,
    );
/** An address to put names behind: https, or http on this machine; nothing that a name could get lost in, a bare `?` neither. */
export const isBase = (value: string): boolean => {
  if (!URL.canParse(value) || /[\s?#\\]/.test(value)) return false;
  const { protocol, hostname, username, password } = new URL(value);
  const isSafe = protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname));
  return isSafe && username + password === '';
};
export const postgresUrl = (fix: string) => text(fix).refine(isUrl(/^postgres(ql)?:$/), fix);
export const sender = (fix: string) => text(fix).regex(/^([^<>"\r\n]*<[^<>\s@]+@[^<>\s@]+>|[^<>\s@]+@[^<>\s@]+)$/, fix);
