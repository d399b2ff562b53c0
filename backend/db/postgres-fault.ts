/** PostgreSQL cannot be used as DATABASE_URL says. */
export class DatabaseUrlError extends Error {
  override name = 'DatabaseUrlError';
}

const codeOf = (error: Error): string => ('code' in error && typeof error.code === 'string' ? error.code : '');

/** @returns null for an error that DATABASE_URL and PostgreSQL's permissions do not explain. */
const sentenceOf = (url: URL, error: Error): string | null => {
  const place = `${url.hostname}:${url.port || '5432'}`;
  const database = decodeURIComponent(url.pathname.slice(1));
  const user = decodeURIComponent(url.username);
  const code = codeOf(error);
  switch (code) {
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `the host ${url.hostname} is unknown (${code}). Correct the host, or check the name service.`;
    case 'ECONNREFUSED':
    case 'ECONNRESET':
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
    case 'ETIMEDOUT':
      return `nothing answers at ${place} (${code}). Start PostgreSQL, or correct the host and the port.`;
    case '28P01':
    case '28000':
      return `PostgreSQL at ${place} refuses the user ${user} with this password (${code}). Correct the user, the password or pg_hba.conf.`;
    case '3D000':
      return `PostgreSQL at ${place} has no database ${database} (${code}). Create it, or correct the name.`;
    case '42501':
      return `the user ${user} lacks a permission in the database ${database} (${code}). Let this user own the database, or run "grant create on schema public".`;
    case '53300':
      return `PostgreSQL at ${place} has no free connection (${code}). Raise max_connections, or stop other clients.`;
    default:
      return /timeout|Connection terminated/i.test(error.message)
        ? `no PostgreSQL answers at ${place} in time. Check the host, the port and the firewall.`
        : null;
  }
};

/**
 * Explains why PostgreSQL could not be opened. The message holds no password.
 * @returns null for any other error.
 */
export const postgresFault = (databaseUrl: string, error: unknown): DatabaseUrlError | null => {
  if (!(error instanceof Error)) return null;
  const sentence = sentenceOf(new URL(databaseUrl), error);
  return sentence === null
    ? null
    : new DatabaseUrlError(`The database of DATABASE_URL can't be used: ${sentence}`, { cause: error });
};
