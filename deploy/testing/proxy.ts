import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import { request as requestTls } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { vi } from 'vitest';
import { programPorts } from '../../backend/testing/server-process.ts';

/** The host of the portal behind the proxies. */
export const host = 'portal.maths-school.org';

/** A host of REDIRECT_HOSTS. */
export const otherHost = 'old.maths-school.org';

type Answer = { status: number; headers: IncomingHttpHeaders; body: Buffer };
export type Proxy = { port: number; plainPort: number; authority: string; folder: string; child: ChildProcess };
type Call = { method?: string; headers?: Record<string, string>; body?: string; from?: string };

export const waitFor = <Value>(look: () => Value | Promise<Value>): Promise<Value> =>
  vi.waitFor(look, { timeout: 20_000, interval: 100 });

export const send = ({ port, authority }: Proxy, path: string, { method = 'GET', headers, body, from }: Call = {}) =>
  new Promise<Answer>((resolve, reject) => {
    const options = {
      host: '127.0.0.1',
      port,
      servername: host,
      ca: authority,
      method,
      path,
      agent: false,
      headers: { host, ...headers },
      ...(from !== undefined && { localAddress: from }),
    };
    const request = requestTls(options, (response) => {
      buffer(response).then(
        (bytes) => resolve({ status: response.statusCode ?? 0, headers: response.headers, body: bytes }),
        reject,
      );
    });
    request.on('error', reject).end(body);
  });

const run = (program: string, args: string[], folder: string, env: Record<string, string> = {}): ChildProcess =>
  spawn(program, args, {
    cwd: folder,
    env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', HOME: folder, XDG_DATA_HOME: folder, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });

/** Writes what the program prints into a file, which the test of the logs reads too. */
const keepOutput = (child: ChildProcess, folder: string): void => {
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    writeFileSync(join(folder, 'output.log'), text, { flag: 'a' });
  });
};

export const startCaddy = async (upstream: number): Promise<Proxy> => {
  const folder = mkdtempSync(join(tmpdir(), 'caddy-'));
  const { PORT, DEMO_PORT } = await programPorts();
  const local = `admin off\n\tlocal_certs\n\tskip_install_trust\n\thttps_port ${PORT}\n\thttp_port ${DEMO_PORT}\n`;
  const file = join(folder, 'Caddyfile');
  writeFileSync(file, readFileSync('deploy/Caddyfile', 'utf8').replace(/^\{\n/m, `{\n\t${local}`));
  const env = { PORTAL_HOSTS: `${host}, ${otherHost}`, PORTAL_UPSTREAM: `127.0.0.1:${upstream}` };
  const child = run('caddy', ['run', '--config', file, '--adapter', 'caddyfile'], folder, env);
  keepOutput(child, folder);
  const authority = await waitFor(() => readFileSync(join(folder, 'caddy/pki/authorities/local/root.crt'), 'utf8'));
  return { port: Number(PORT), plainPort: Number(DEMO_PORT), authority, folder, child };
};

/**
 * Starts nginx with the site of deploy/nginx-site.conf.
 * @param upstreams the ports of the portal's processes
 * @param names the hosts that it answers
 */
export const startNginx = async (upstreams: readonly number[], names = [host, otherHost]): Promise<Proxy> => {
  const folder = mkdtempSync(join(tmpdir(), 'nginx-'));
  const { PORT, DEMO_PORT } = await programPorts();
  const certificate = join(folder, 'certificate.pem');
  const key = join(folder, 'key.pem');
  const subject = ['-subj', `/CN=${host}`, '-addext', `subjectAltName=DNS:${host}`];
  const keys = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  const { status } = spawnSync('openssl', ['req', '-x509', ...keys, '-keyout', key, '-out', certificate, ...subject]);
  if (status !== 0) throw new Error('openssl could not create a certificate');
  const site = readFileSync('deploy/nginx-site.conf', 'utf8')
    .replaceAll('server_name portal.example.org', `server_name ${names.join(' ')}`)
    .replaceAll('portal.example.org', host)
    .replaceAll(/^ *listen \[::\].*\n/gm, '')
    .replaceAll(/listen 80(?=[; ])/g, `listen 127.0.0.1:${DEMO_PORT}`)
    .replaceAll('listen 443 ', `listen 127.0.0.1:${PORT} `)
    .replace(/server 127\.0\.0\.1:4173(.*);/, (_, options: string) =>
      upstreams.map((port) => `server 127.0.0.1:${port}${options};`).join(' '),
    )
    .replaceAll(`/etc/letsencrypt/live/${host}/fullchain.pem`, certificate)
    .replaceAll(`/etc/letsencrypt/live/${host}/privkey.pem`, key)
    .replaceAll('/var/log/nginx/', `${folder}/`);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path ${folder}/${kind};`,
  );
  const file = join(folder, 'nginx.conf');
  // One process, as the user who runs the test.
  const main = `daemon off; master_process off; pid ${folder}/nginx.pid; error_log ${folder}/error.log; events {}`;
  writeFileSync(file, `${main}\nhttp {\n${temporary.join('\n')}\n${site}}\n`);
  const child = run('nginx', ['-p', folder, '-e', `${folder}/error.log`, '-c', file], folder);
  keepOutput(child, folder);
  return {
    port: Number(PORT),
    plainPort: Number(DEMO_PORT),
    authority: readFileSync(certificate, 'utf8'),
    folder,
    child,
  };
};

export const stopProxy = async ({ child, folder }: Proxy): Promise<void> => {
  child.kill('SIGTERM');
  await once(child, 'exit');
  rmSync(folder, { recursive: true });
};
