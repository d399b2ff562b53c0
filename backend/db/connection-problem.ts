/** Thrown when PostgreSQL cannot be used for a reason that the operator can correct. */
export class DatabaseUnavailableError extends Error {
  override name = 'DatabaseUnavailableError';
  /** PostgreSQL's code for a connection that was rejected, so that calls answer 503. */
  readonly code = '08004';
}

/** Says that the user of DATABASE_URL does not have the right that migrations need. */
export const mayNotCreateTables =
  'The user of DATABASE_URL may not create tables: grant CREATE on the schema, or make the user the owner of the database.';

/** What is wrong when sessions have a setting with which statements or values mean something else. */
export const wrongSetting = (name: string, value: string, needed: string): string =>
  `The sessions of DATABASE_URL have ${name} = ${value}, but the portal needs ${needed}: set it for the database and its user, or copy connect_query from deploy/pgbouncer.ini. An encoding is chosen when a database is created.`;

/**
 * The sentences by the code of the network, of TLS or of PostgreSQL, or by the message where there is none. The first
 * match counts.
 */
const explanations: readonly (readonly [RegExp, string])[] = [
  // The message of PgBouncer 1.18, which has the code of its other messages.
  [
    /unsupported startup parameter/,
    'The PgBouncer of DATABASE_URL lacks ignore_startup_parameters ({code}): copy them from deploy/pgbouncer.ini.',
  ],
  // PgBouncer uses 08P01 when it cannot reach PostgreSQL.
  [
    /^(ECONN|EPIPE|ENOENT .*\bconnect |ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|08P01|57P0)|timeout|terminated/i,
    'No PostgreSQL answers at the host and port of DATABASE_URL ({code}): start it, or correct DATABASE_URL.',
  ],
  [
    /^(ENOENT|EACCES|EISDIR)\b.* (open|read)\b|ERR_OSSL|PEM/,
    'A file that DATABASE_URL names (sslrootcert, sslcert or sslkey) cannot be read ({code}): correct its path, its rights or its content.',
  ],
  [
    /^(SELF_SIGNED|DEPTH_ZERO_SELF_SIGNED|UNABLE_TO_|CERT_|ERR_TLS)|does not support SSL/,
    'The PostgreSQL of DATABASE_URL has no certificate for its host that this machine trusts ({code}): correct it there, or add sslrootcert=<file> with its authority.',
  ],
  [
    /^28|SASL/,
    'PostgreSQL does not admit the user of DATABASE_URL with this password from this machine ({code}): correct DATABASE_URL or pg_hba.conf.',
  ],
  [
    /^/,
    'The database of DATABASE_URL cannot be used ({code}): correct DATABASE_URL. https://www.postgresql.org/docs/current/errcodes-appendix.html lists the codes.',
  ],
];

export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';

/** Says why PostgreSQL cannot be used, without the error's message, which may quote the address with its password. */
export const connectionProblem = (error: unknown): string => {
  if (error instanceof DatabaseUnavailableError) return error.message;
  const { message, name } = error instanceof Error ? error : { message: '', name: typeof error };
  const code = codeOf(error);
  const [, sentence = ''] = explanations.find(([pattern]) => pattern.test(`${code} ${message}`.trim())) ?? [];
  return sentence.replace('{code}', code || name);
};
