/** Thrown when PostgreSQL cannot be used for a reason that the operator can correct. */
export class DatabaseUnavailableError extends Error {
  override name = 'DatabaseUnavailableError';
}

/** What is wrong when the user of DATABASE_URL lacks the right that migrations need. */
export const mayNotCreateTables =
  'The user of DATABASE_URL may not create tables: grant CREATE on the schema, or make the user the owner of the database.';

/** @param routine the function of PostgreSQL that reports the error; its message depends on the server's language. */
type Explain = (code: string, routine: unknown) => string;

const noServer: Explain = (code) =>
  `No PostgreSQL answers at the host and port of DATABASE_URL (${code}): start it, or correct DATABASE_URL.`;
const noAddress: Explain = (code) =>
  `The host of DATABASE_URL has no address (${code}): correct its name, or the name server of this machine.`;
const notReady: Explain = (code) => `The PostgreSQL of DATABASE_URL starts or stops (${code}): wait, or start it.`;
const unknownAuthority: Explain = (code) =>
  `The certificate of the PostgreSQL of DATABASE_URL has an unknown authority (${code}): add sslrootcert=<file> with that authority.`;
const unreadableFile: Explain = (code) =>
  `A file that DATABASE_URL names cannot be read (${code}): correct sslrootcert, sslcert, sslkey or the folder of the socket.`;

/** The explanations by the code of the network, of TLS or of PostgreSQL. */
const explanations: Readonly<Record<string, Explain>> = {
  ECONNREFUSED: noServer,
  ECONNRESET: noServer,
  EPIPE: noServer,
  ETIMEDOUT: noServer,
  EHOSTUNREACH: noServer,
  ENETUNREACH: noServer,
  ENOTFOUND: noAddress,
  EAI_AGAIN: noAddress,
  ENOENT: unreadableFile,
  EACCES: unreadableFile,
  EISDIR: unreadableFile,
  SELF_SIGNED_CERT_IN_CHAIN: unknownAuthority,
  DEPTH_ZERO_SELF_SIGNED_CERT: unknownAuthority,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: unknownAuthority,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: unknownAuthority,
  CERT_HAS_EXPIRED: (code) =>
    `The certificate of the PostgreSQL of DATABASE_URL has expired (${code}): renew it on that server.`,
  ERR_TLS_CERT_ALTNAME_INVALID: (code) =>
    `The certificate of the PostgreSQL of DATABASE_URL is for another host (${code}): write the host that it names.`,
  // PgBouncer uses this code for most of its messages, such as that it cannot reach PostgreSQL.
  '08P01': (code) =>
    `The PgBouncer of DATABASE_URL cannot reach PostgreSQL (${code}): start PostgreSQL, or correct PgBouncer.`,
  '28000': (code, routine) =>
    routine === 'InitializeSessionUserId'
      ? `The user of DATABASE_URL does not exist or may not log in (${code}): create it with LOGIN, or correct the user.`
      : `PostgreSQL does not admit the user of DATABASE_URL from this machine (${code}): allow it in pg_hba.conf, or correct the user.`,
  '28P01': (code) =>
    `PostgreSQL rejects the user or the password of DATABASE_URL (${code}): correct them in DATABASE_URL.`,
  '3D000': (code) => `The database that DATABASE_URL names does not exist (${code}): create it, or correct its name.`,
  '42501': (code) =>
    `The user of DATABASE_URL may not connect to its database (${code}): grant CONNECT, or correct the user or the database.`,
  '53300': (code) =>
    `The PostgreSQL of DATABASE_URL has no free connection (${code}): end some, or raise its max_connections.`,
  '57P01': notReady,
  '57P02': notReady,
  '57P03': notReady,
};

/** The explanations by the message: pg 8.23 gives these errors no code. */
const explanationsByMessage: readonly (readonly [RegExp, string])[] = [
  [
    /does not support SSL/,
    'The PostgreSQL of DATABASE_URL does not offer TLS: set ssl = on in its postgresql.conf, or correct the host and port.',
  ],
  [/^SASL.* password must be/, 'PostgreSQL asks for a password, and DATABASE_URL has none: add it.'],
  [/timeout|terminated/i, noServer('no answer', undefined)],
];

/**
 * Says why PostgreSQL cannot be used and what to do; the start and `npm run doctor` print it. The error's message is
 * dropped, because it may quote the address, which contains a password.
 */
export const connectionProblem = (error: unknown): string => {
  const { message, name } = error instanceof Error ? error : { message: '', name: typeof error };
  // The message of PgBouncer 1.18, which has the code of its other messages.
  if (message.startsWith('unsupported startup parameter')) {
    return 'The PgBouncer of DATABASE_URL lacks ignore_startup_parameters: copy them from deploy/pgbouncer.ini.';
  }
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null;
  const explain = code === null ? undefined : explanations[code];
  if (code !== null && explain !== undefined) {
    return explain(code, error instanceof Error && 'routine' in error ? error.routine : undefined);
  }
  const byMessage = code === null ? explanationsByMessage.find(([pattern]) => pattern.test(message)) : undefined;
  return byMessage?.[1] ?? `The database of DATABASE_URL cannot be used (${code ?? name}): correct DATABASE_URL.`;
};
