/** Thrown when PostgreSQL cannot be used for a reason that the operator can correct. */
export class DatabaseUnavailableError extends Error {
  override name = 'DatabaseUnavailableError';
}

/** What is wrong when the user of DATABASE_URL lacks the right that migrations need. */
export const mayNotCreateTables =
  'The user of DATABASE_URL may not create tables: grant CREATE on the schema, or make the user the owner of the database.';

/**
 * The sentences by the code of the network, of TLS or of PostgreSQL, or by the message where pg 8.23 gives no code. `{code}`
 * is the code. The first match counts.
 */
const explanations: readonly (readonly [RegExp, string])[] = [
  // The message of PgBouncer 1.18, which has the code of its other messages.
  [
    /unsupported startup parameter/,
    'The PgBouncer of DATABASE_URL lacks ignore_startup_parameters: copy them from deploy/pgbouncer.ini.',
  ],
  [
    /^(ECONN|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)/,
    'No PostgreSQL answers at the host and port of DATABASE_URL ({code}): start it, or correct DATABASE_URL.',
  ],
  [
    /^(ENOTFOUND|EAI_AGAIN)/,
    'The host of DATABASE_URL has no address ({code}): correct its name, or the name server of this machine.',
  ],
  [
    /^(ENOENT|EACCES|EISDIR)/,
    'A file that DATABASE_URL names cannot be read ({code}): correct sslrootcert, sslcert, sslkey or the folder of the socket.',
  ],
  [
    /^(SELF_SIGNED|DEPTH_ZERO_SELF_SIGNED|UNABLE_TO_)/,
    'The certificate of the PostgreSQL of DATABASE_URL has an unknown authority ({code}): add sslrootcert=<file> with that authority.',
  ],
  [
    /^CERT_HAS_EXPIRED/,
    'The certificate of the PostgreSQL of DATABASE_URL has expired ({code}): renew it on that server.',
  ],
  [
    /^ERR_TLS_CERT_ALTNAME/,
    'The certificate of the PostgreSQL of DATABASE_URL is for another host ({code}): write the host that it names.',
  ],
  // PgBouncer uses this code for most of its messages, such as that it cannot reach PostgreSQL.
  [/^08P01/, 'The PgBouncer of DATABASE_URL cannot reach PostgreSQL ({code}): start PostgreSQL, or correct PgBouncer.'],
  [
    /^28000/,
    'PostgreSQL does not admit the user of DATABASE_URL from this machine ({code}): create it with LOGIN and allow it in pg_hba.conf, or correct the user.',
  ],
  [/^28P01/, 'PostgreSQL rejects the user or the password of DATABASE_URL ({code}): correct them in DATABASE_URL.'],
  [/^3D000/, 'The database that DATABASE_URL names does not exist ({code}): create it, or correct its name.'],
  [
    /^42501/,
    'The user of DATABASE_URL may not connect to its database ({code}): grant CONNECT, or correct the user or the database.',
  ],
  [/^53300/, 'The PostgreSQL of DATABASE_URL has no free connection ({code}): end some, or raise its max_connections.'],
  [/^57P0/, 'The PostgreSQL of DATABASE_URL starts or stops ({code}): wait, or start it.'],
  [
    /does not support SSL/,
    'The PostgreSQL of DATABASE_URL does not offer TLS: set ssl = on in its postgresql.conf, or correct the host and port.',
  ],
  [/SASL.* password must be/, 'PostgreSQL asks for a password, and DATABASE_URL has none: add it.'],
  [
    /timeout|terminated/i,
    'No PostgreSQL answers at the host and port of DATABASE_URL: start it, or correct DATABASE_URL.',
  ],
  [/^/, 'The database of DATABASE_URL cannot be used ({code}): correct DATABASE_URL.'],
];

/**
 * Says why PostgreSQL cannot be used and what to do; the start and `npm run doctor` print it. The error's message is
 * dropped, because it may quote the address, which contains a password.
 */
export const connectionProblem = (error: unknown): string => {
  const { message, name } = error instanceof Error ? error : { message: '', name: typeof error };
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
  const [, sentence = ''] = explanations.find(([pattern]) => pattern.test(`${code} ${message}`.trim())) ?? [];
  return sentence.replace('{code}', code || name);
};
