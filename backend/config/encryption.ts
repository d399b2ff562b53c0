import { isLoopback } from './values.ts';

/**
 * Returns whether mail is encrypted on its way to the server, whose certificate is checked. With `smtp://`, nodemailer
 * uses STARTTLS only if the server offers it.
 */
export const isMailEncrypted = (smtpUrl: string): boolean => {
  const { protocol, hostname, searchParams } = new URL(smtpUrl);
  if (isLoopback(hostname)) return true;
  // An encrypted connection to anybody who intercepts it protects nothing.
  if (searchParams.has('tls.rejectUnauthorized')) return false;
  return protocol === 'smtps:' || searchParams.getAll('requireTLS').join() === 'true';
};

/**
 * Returns whether pg encrypts the connection and checks the certificate, or the connection stays on this machine. For a
 * repeated parameter pg uses the last value. With `uselibpqcompat`, `sslmode=require` checks no certificate.
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
