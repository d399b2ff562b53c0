/** Providers that ignore a part of the local part, or that have several domains for one mailbox. */
const providers: readonly { domain: RegExp; canonical?: string; ignored: RegExp }[] = [
  { domain: /^(gmail|googlemail)\.com$/, canonical: 'gmail.com', ignored: /\./g },
  { domain: /^(proton\.me|protonmail\.com|pm\.me)$/, canonical: 'proton.me', ignored: /[._-]/g },
  { domain: /^(icloud|me|mac)\.com$/, canonical: 'icloud.com', ignored: /$^/ },
  { domain: /^(yahoo\.[a-z.]+|ymail\.com)$/, ignored: /-.*$/ },
];

/**
 * Returns the inbox that an address leads to, for limits: without the tag behind a plus sign, and without the dots and
 * aliases that large mail providers ignore. It is not an address to which mail may be sent.
 * @param email lower-cased, as `normalizeEmail` returns it.
 */
export const mailboxOf = (email: string): string => {
  const at = email.lastIndexOf('@');
  const name = email.slice(0, at).replace(/\+.*$/, '');
  const domain = email.slice(at + 1);
  const provider = providers.find((known) => known.domain.test(domain));
  if (provider === undefined) return `${name}@${domain}`;
  return `${name.replace(provider.ignored, '')}@${provider.canonical ?? domain}`;
};
