import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { buildVariables, settingNames, settings } from '../../backend/config/settings.ts';

const read = (file: string): string => readFileSync(file, 'utf8');
const matches = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([, first = '']) => first);

describe('the Dockerfile', () => {
  const dockerfile = read('deploy/Dockerfile');

  it('uses the Node version that package.json pins', () => {
    expect(matches(dockerfile, /NODE_VERSION=(.+)/g)).toEqual([JSON.parse(read('package.json')).devDependencies.node]);
  });

  it('takes every variable of the build as an argument, and compose.yaml passes each on', () => {
    const variables = buildVariables.filter((name) => !name.includes('_DEMO_'));
    const taken = matches(dockerfile, /^ARG (\w+)$/gm);
    expect(taken.filter((name) => name.startsWith('VITE_')).toSorted()).toEqual(variables.toSorted());
    expect(matches(read('deploy/compose.yaml'), /^ {8}(\w+):$/gm).toSorted()).toEqual(taken.toSorted());
  });
});

describe('the image', () => {
  /** Creates the folder that the last stage of the Dockerfile copies, without its pages. */
  const folder = mkdtempSync(join(tmpdir(), 'image-'));
  const stage =
    read('deploy/Dockerfile')
      .split(/^FROM /m)
      .at(-1) ?? '';
  for (const [, from = '', to = ''] of stage.matchAll(/^COPY ([\w./-]+) ([\w./-]+)$/gm)) {
    cpSync(from, to.endsWith('/') ? join(folder, to, basename(from)) : join(folder, to), { recursive: true });
  }
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  const elements = join(folder, 'dist/elements');
  for (const path of ['dist/elements/chunks', 'dist/site/assets']) mkdirSync(join(folder, path), { recursive: true });
  writeFileSync(join(folder, 'dist/build.json'), '{"mode":"production"}');
  writeFileSync(join(elements, 'release.json'), '{"version":"0.1.0-0123abcd"}');
  afterAll(() => rmSync(folder, { recursive: true }));

  const runIn = (...args: string[]): string => {
    const env = { PATH: process.env['PATH'], APP_MODE: 'production', RELEASES_DIR: join(folder, 'releases') };
    const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: folder, env, encoding: 'utf8' });
    return stdout + stderr;
  };
  /** The commands that the guides print for the container. */
  const guides = ['going-live', 'runbook'].map((name) => read(`docs/operators/${name}.md`)).join();
  const printed = [
    ...new Set(matches(guides + read('deploy/compose.yaml'), /\bnode ((?:backend|scripts)\/[\w/.-]+)/g)),
  ];

  it('contains each program that a guide or compose.yaml runs in the container', () => {
    expect(printed.toSorted()).toEqual([
      'backend/admin/main.ts',
      'backend/doctor/doctor.ts',
      'backend/main.ts',
      'scripts/commands/keep-release.ts',
    ]);
    expect(runIn('backend/admin/main.ts', '--help')).toMatch(/^Usage: .*in a container: node backend\/admin\/main\.ts/);
    expect(runIn('scripts/commands/keep-release.ts')).toContain('contains the files of 0.1.0-0123abcd');
    expect(runIn('backend/doctor/doctor.ts')).toMatch(/^✗ PUBLIC_URL is missing/m);
    expect(runIn('backend/main.ts')).toMatch(/^The configuration is not complete:/);
  }, 60_000);
});

describe('the limits of a process', () => {
  it('limits the portal in the unit as in compose.yaml, and every service there', () => {
    const unit = read('deploy/maths-portal@.service');
    const [memory = '', tasks] = ['MemoryMax', 'TasksMax'].map(
      (name) => matches(unit, new RegExp(`^${name}=(.+)$`, 'gm'))[0],
    );
    const quota = Number(matches(unit, /^CPUQuota=(\d+)%$/gm)[0]) / 100;
    const services = read('deploy/compose.yaml')
      .split(/^ {2}(?=\w+:$)/m)
      .filter((part) => part.includes('restart: '));
    const limitsOf = (service: string) =>
      ['mem_limit', 'cpus', 'pids_limit'].map((name) => matches(service, new RegExp(`^ {4}${name}: (.+)$`, 'gm'))[0]);
    expect(services.map((service) => limitsOf(service).includes(undefined))).toEqual([false, false, false]);
    const portal = services.find((service) => service.startsWith('portal:')) ?? '';
    expect(limitsOf(portal)).toEqual([memory.toLowerCase(), String(quota), tasks]);
  });
});

it('starts a portal again that ended because PostgreSQL did not respond, in the unit and in compose.yaml', () => {
  expect(read('deploy/maths-portal@.service')).toMatch(/^Restart=on-failure\nRestartSec=5$/m);
  expect(read('deploy/compose.yaml')).toMatch(/^ {2}portal:\n(?: {4}.*\n)+? {4}restart: unless-stopped$/m);
});

it('names in portal.env.example only settings, and each that production requires', () => {
  const named = matches(read('deploy/portal.env.example'), /^([A-Z_]+)=/gm);
  const ofCompose = ['PORTAL_HOSTS', 'POSTGRES_PASSWORD'];
  expect(named.filter((name) => !settingNames.some((known) => known === name))).toEqual(ofCompose);
  const required = settingNames.filter((name) => !settings[name].production.safeParse(undefined).success);
  expect(required.length).toBeGreaterThan(10);
  expect(named).toEqual(expect.arrayContaining(required));
});
