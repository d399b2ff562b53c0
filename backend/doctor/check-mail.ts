import { type Finding, right, wrong } from './finding.ts';

/** @param verify connects and authenticates, and sends nothing. */
export const checkMail = async (verify: () => Promise<boolean>): Promise<readonly Finding[]> => [
  (await verify())
    ? right('The mail server of SMTP_URL accepts the credentials.')
    : wrong('The mail server of SMTP_URL does not respond, or rejects the credentials.'),
];
