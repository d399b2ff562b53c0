import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import { request as requestTls } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { startProgram, thisMachine } from './machine.ts';
import { freePort, freePorts } from './ports.ts';

/** The host of the portal behind Caddy, and one of REDIRECT_HOSTS. */
export const host = 'portal.maths-school.org';
export const otherHost = 'old.maths-school.org';

type Answer = { status: number; headers: IncomingHttpHeaders; body: Buffer };
type Call = {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
  /** The address of the visitor, such as 127.0.0.2. */
  from?: string;
};

/**
 * Starts Caddy with deploy/Caddyfile and certificates from its own authority.
 * @param upstreams the ports of the portal's processes
 */
export const startCaddy = async (upstreams: readonly number[]) => {
  const folder = mkdtempSync(join(tmpdir(), 'caddy-'));
  const [port = 0, plainPort = 0] = await freePorts([0, 0]);
  const local = `admin off\n\tlocal_certs\n\tskip_install_trust\n\thttps_port ${port}\n\thttp_port ${plainPort}\n`;
  const file = join(folder, 'Caddyfile');
  writeFileSync(file, readFileSync('deploy/Caddyfile', 'utf8').replace(/^\{\n/m, `{\n\t${local}`));
  const certificate = join(folder, 'caddy/pki/authorities/local/root.crt');
  const env = {
    HOME: folder,
    XDG_DATA_HOME: folder,
    PORTAL_HOSTS: `${host}, ${otherHost}`,
    PORTAL_UPSTREAM: upstreams.map((upstream) => `127.0.0.1:${upstream}`).join(' '),
  };
  const program = thisMachine.find(['caddy']) ?? 'caddy';
  const args = ['run', '--config', file, '--adapter', 'caddyfile'];
  const read = () => (existsSync(certificate) ? readFileSync(certificate, 'utf8') : '');
  // The file exists before Caddy has written the certificate into it, and that of the host comes later still.
  const isReady = () =>
    send({ port, authority: read() }, '/').then(
      () => true,
      () => false,
    );
  const { output, stop } = await startProgram(program, args, isReady, { cwd: folder, env });
  return {
    port,
    plainPort,
    authority: read(),
    output,
    stop: async (): Promise<void> => {
      await stop();
      rmSync(folder, { recursive: true });
    },
  };
};

/** Makes a call through Caddy over a new connection. */
export const send = (
  { port, authority }: { port: number; authority: string },
  path: string,
  { method = 'GET', headers, body, from }: Call = {},
) =>
  new Promise<Answer>((resolve, reject) => {
    const address = { host: '127.0.0.1', port, servername: host, ca: authority, agent: false };
    const options = { ...address, method, path, headers: { host, ...headers } };
    const request = requestTls({ ...options, ...(from !== undefined && { localAddress: from }) }, (response) => {
      buffer(response).then(
        (bytes) => resolve({ status: response.statusCode ?? 0, headers: response.headers, body: bytes }),
        reject,
      );
    });
    request.on('error', reject).end(body);
  });

/**
 * Starts a temporary PgBouncer with the configuration of deploy/pgbouncer.ini, for the server of this URL and any of
 * its databases.
 */
export const startPgbouncer = async (postgres: string) => {
  const { username, password, hostname, port } = new URL(postgres);
  const folder = mkdtempSync(join(tmpdir(), 'maths-portal-pgbouncer-'));
  const users = join(folder, 'userlist.txt');
  const own = await freePort();
  const settings = readFileSync('deploy/pgbouncer.ini', 'utf8')
    .replace('host=127.0.0.1 port=5432', `host=${hostname} port=${port}`)
    .replace('listen_port = 6432', `listen_port = ${own}\nunix_socket_dir =`)
    .replace('/etc/pgbouncer/userlist.txt', users);
  const file = join(folder, 'pgbouncer.ini');
  writeFileSync(users, `"${username}" "${password}"\n`);
  writeFileSync(file, settings);
  // PgBouncer does not run as root. Debian's package of PostgreSQL creates the user.
  chmodSync(folder, 0o755);
  const user = process.getuid?.() === 0 ? ['-u', 'postgres'] : [];
  const program = thisMachine.find(['pgbouncer']) ?? 'pgbouncer';
  const { stop } = await startProgram(program, [...user, file], (output) => output.includes('process up'));
  const url = new URL(postgres);
  url.port = String(own);
  return {
    url: url.href,
    stop: async (): Promise<void> => {
      await stop('SIGKILL');
      rmSync(folder, { recursive: true });
    },
  };
};
