import { once } from 'node:events';
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, describe } from 'vitest';
import { startLocalServer } from '../test-tools/ports.ts';
import { parseEnvFile, addEnvFile, run } from './processes.mjs';

it('starts programs that ask this machine directly, beside a proxy for others', async () => {
  const server = await startLocalServer((_request, response) => response.end());
  const ask = `fetch('${server.url}').then(() => process.exit(3), () => process.exit(4))`;
  const proxy = { NODE_USE_ENV_PROXY: '1', HTTP_PROXY: 'http://127.0.0.1:9', NO_PROXY: 'intranet.example' };
  expect(await run(process.execPath, ['-e', ask], { env: { ...process.env, ...proxy } })).toBe(3);
  await server.close();
});

/** Returns arguments for Node: a program that has the functions of this folder. */
const scriptOf = (code: string): string[] => {
  const functions = `const { attached, main, runNode } = await import('${new URL('processes.mjs', import.meta.url)}');`;
  return ['--input-type=module', '-e', functions + code];
};
/** Ends like the server. */
const server = `
  for (const event of ['SIGTERM', 'disconnect']) process.on(event, () => { console.log('told'); process.exit(); });
  setInterval(() => undefined, 1000);`;

it('informs an attached program that its starting process was killed, also through a command between', async () => {
  const program = `${server} console.log('runs');`;
  const runs = (args: string[]) => `runNode(${JSON.stringify(args)}, { stdio: attached })`;
  const command = scriptOf(`await main(() => ${runs(['-e', program])});`);
  const parent = spawn(process.execPath, scriptOf(runs(command)));
  let printed = '';
  for await (const chunk of parent.stdout.setEncoding('utf8')) {
    printed += chunk;
    if (printed === 'runs\n') parent.kill('SIGKILL');
  }
  expect(printed).toBe('runs\ntold\n');
});

it('ends a command with its program after its output was closed', async () => {
  const command = scriptOf(`await main(async () => {
    console.error('runs');
    await new Promise((resolve) => process.stdin.once('data', resolve));
    process.stdin.destroy();
    console.log('starting');
    return runNode(['-e', ${JSON.stringify(server)}], { stdio: attached });
  });`);
  const started = spawn(process.execPath, command);
  const ended = once(started.stderr, 'end');
  await once(started.stderr, 'data');
  started.stderr.resume();
  started.stdout.destroy();
  started.stdin.write('go on');
  await ended;
});

it('says in one sentence which option a command does not know', () => {
  const { status, stderr } = spawnSync(process.execPath, ['scripts/commands/check.ts', '--olny=unit'], {
    encoding: 'utf8',
  });
  expect([status, stderr]).toEqual([1, expect.stringMatching(/^\nUnknown option '--olny'.*\n$/)]);
});

/** Returns what a POSIX shell reads from a file, as an independent reader of the same format. */
const sourcedByShell = (text: string, names: readonly string[]): Record<string, string> => {
  const folder = mkdtempSync(join(tmpdir(), 'env-file-'));
  writeFileSync(join(folder, 'file'), text);
  const script = `set -a && . "${join(folder, 'file')}" && ${process.execPath} -p 'JSON.stringify(process.env)'`;
  const env: Record<string, string> = JSON.parse(execFileSync('sh', ['-c', script], { encoding: 'utf8', env: {} }));
  return Object.fromEntries(names.map((name) => [name, env[name] ?? '']));
};

const accepted = `# A comment
PUBLIC_URL=https://portal.maths-school.org

DATABASE_URL='postgres://portal:p%23w@db.internal/portal?sslmode=verify-full&sslrootcert=/etc/ca.pem'
VITE_PARTNERS='a=https://b.maths-school.org|https://c.maths-school.org'
MAIL_FROM='Numeria <no-reply@maths-school.org>'
VITE_BRAND_NAME="Maths School"
METRICS_KEY='a#b$c\\d\`e'
REDIRECT_HOSTS=
`;

describe('a file of variables', () => {
  it('reads values with &, |, spaces and # as written, like a shell', () => {
    const variables = parseEnvFile(accepted);
    expect(variables).toMatchObject({
      DATABASE_URL: 'postgres://portal:p%23w@db.internal/portal?sslmode=verify-full&sslrootcert=/etc/ca.pem',
      VITE_PARTNERS: 'a=https://b.maths-school.org|https://c.maths-school.org',
      METRICS_KEY: 'a#b$c\\d`e',
      REDIRECT_HOSTS: '',
    });
    // Windows saves the same file with other marks.
    expect(parseEnvFile(`\uFEFF${accepted.replaceAll('\n', '\r\n')}`)).toEqual(variables);
    expect(sourcedByShell(accepted, Object.keys(variables))).toEqual(variables);
  });

  it.each([
    'DATABASE_URL=postgres://db.internal/portal?sslmode=verify-full&sslrootcert=/etc/ca.pem',
    'VITE_PARTNERS=a=https://b|https://c',
    'SMTP_URL=smtps://portal:a#b@smtp.maths-school.org',
    'METRICS_KEY=$HOME/secret',
    'export PORT=5000',
    'PORT',
  ])('refuses a line that other programs read differently, and prints no value: %s', (line) => {
    const [name] = /[A-Z_]+(?=\s*=)/.exec(line) ?? ['NAME'];
    expect(() => parseEnvFile(`# first\n${line}\n`)).toThrow(new RegExp(`^line 2 is read differently .*${name}=`));
    expect(() => parseEnvFile(line)).not.toThrow(/postgres|smtps|https|5000|secret|Numeria/);
  });

  it('keeps a variable that is set already, and names a file that does not exist', () => {
    const folder = mkdtempSync(join(tmpdir(), 'env-file-'));
    const ENV_FILE = join(folder, 'portal.env');
    expect(() => addEnvFile({ ENV_FILE })).toThrow(`ENV_FILE names ${ENV_FILE}, which cannot be read: ENOENT.`);
    writeFileSync(ENV_FILE, 'PORT=5000\nHOST=127.0.0.1\n');
    const env: NodeJS.ProcessEnv = { ENV_FILE, PORT: '6000' };
    addEnvFile(env);
    expect(env).toEqual({ ENV_FILE, PORT: '6000', HOST: '127.0.0.1' });
  });
});
