import { type Finding, right, wrong } from './finding.ts';

/** The codes of servers that speak, but neither SMTP nor to this machine. */
const isNoMailServer = (code: string): boolean => /^(EPROTOCOL|ECONNECTION)$/.test(code);
const isAboutTls = (code: string): boolean => /TLS|SSL|CERT|^EPROTO$|^UNABLE_TO_/.test(code);
const isAboutName = (code: string): boolean => /^(EDNS|ENOTFOUND|EAI_AGAIN)$/.test(code);

/** Explains the code of an error of the mail server; a server's own words may quote the login. */
const problemOf = (code: string): string => {
  if (code === 'EAUTH')
    return `The mail server of SMTP_URL rejects the user or the password (${code}): correct them in SMTP_URL.`;
  if (isAboutName(code)) return `The host of SMTP_URL has no address (${code}): correct its name.`;
  if (code === 'ETIMEDOUT')
    return `The mail server of SMTP_URL does not answer (${code}): correct host and port, open the firewall, and write smtps:// for port 465.`;
  if (isNoMailServer(code))
    return `The server of SMTP_URL answers, but not as a mail server (${code}): correct the host and port, or let it admit this machine.`;
  if (isAboutTls(code))
    return `The connection to the mail server of SMTP_URL cannot be encrypted (${code}): write smtps:// for port 465 and smtp://…?requireTLS=true for port 587, and name an own certificate authority in NODE_EXTRA_CA_CERTS.`;
  return `No mail server answers at the host and port of SMTP_URL (${code}): correct them, or open the firewall.`;
};

/** @param verify connects and authenticates, and sends nothing. It returns the code of an error, or null without one. */
export const checkMail = async (verify: () => Promise<string | null>): Promise<readonly Finding[]> => {
  const code = await verify();
  return [code === null ? right('The mail server of SMTP_URL accepts the credentials.') : wrong(problemOf(code))];
};
