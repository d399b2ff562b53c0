import { describe, expect, it } from 'vitest';
import { ensureBrowser, findFirefox } from './browser.mjs';
import type { Machine } from './machine.mjs';
import { ensurePostgres } from './postgres.mjs';

/** Creates a fake machine with these programs, and with Debian packages that install a program. */
const machineWith = ({ programs = [], packages }: { programs?: string[]; packages?: Record<string, string> }) => {
  const installed: string[] = [];
  const machine: Machine = {
    find: (names) => names.find((name) => programs.includes(name)),
    canInstall: () => packages !== undefined,
    install: (name) => {
      installed.push(name);
      const program = packages?.[name];
      if (program !== undefined) programs.push(program);
      return program !== undefined;
    },
  };
  return { machine, installed };
};

describe('the browser of the tests', () => {
  it('uses the installed browser and installs nothing', () => {
    const { machine, installed } = machineWith({ programs: ['microsoft-edge'], packages: { chromium: 'chromium' } });
    expect(ensureBrowser(machine, '')).toBe('microsoft-edge');
    expect(installed).toEqual([]);
  });

  it('uses the browser of CHROME_PATH, also when others are installed', () => {
    const { machine } = machineWith({ programs: ['chromium', '/opt/my-chrome'] });
    expect(ensureBrowser(machine, '/opt/my-chrome')).toBe('/opt/my-chrome');
  });

  it('uses no other browser when CHROME_PATH is wrong', () => {
    const { machine } = machineWith({ programs: ['chromium'] });
    expect(() => ensureBrowser(machine, '/opt/gone')).toThrow('CHROME_PATH names no program: /opt/gone');
  });

  it("installs Debian's browser package for root on Debian", () => {
    const { machine, installed } = machineWith({ packages: { chromium: 'chromium' } });
    expect(ensureBrowser(machine, '')).toBe('chromium');
    expect(installed).toEqual(['chromium']);
  });

  it.each([
    ['without the right to install', undefined],
    ['when the installation fails', {}],
  ])('asks to install a browser %s', (_when, packages) => {
    const { machine } = machineWith(packages === undefined ? {} : { packages });
    expect(() => ensureBrowser(machine, '')).toThrow(
      'The tests need Chrome, Chromium or Edge. Install one (Debian: sudo apt-get install chromium; ' +
        'macOS: brew install --cask google-chrome; Windows: winget install Google.Chrome) ' +
        'or name it: CHROME_PATH=/path/to/chrome npm test',
    );
  });

  it('never installs Firefox', () => {
    const { machine, installed } = machineWith({ packages: { 'firefox-esr': 'firefox-esr' } });
    expect(findFirefox(machine)).toBeUndefined();
    expect(installed).toEqual([]);
  });
});

describe('the PostgreSQL of the tests', () => {
  const folders = () => ['/usr/lib/postgresql/9.6/bin', '/usr/lib/postgresql/17/bin'];

  it("uses the newest of Debian's PostgreSQL versions", () => {
    const { machine } = machineWith({ programs: folders().map((folder) => `${folder}/initdb`) });
    expect(ensurePostgres(machine, folders)).toBe('/usr/lib/postgresql/17/bin');
  });

  it("installs Debian's PostgreSQL package for root on Debian", () => {
    const { machine, installed } = machineWith({ packages: { postgresql: '/usr/lib/postgresql/17/bin/initdb' } });
    expect(ensurePostgres(machine, folders)).toBe('/usr/lib/postgresql/17/bin');
    expect(installed).toEqual(['postgresql']);
  });

  it.each([
    ['without the right to install', undefined],
    ['when the installation fails', {}],
  ])('reports that PostgreSQL is missing %s', (_when, packages) => {
    const { machine } = machineWith(packages === undefined ? {} : { packages });
    expect(ensurePostgres(machine, folders)).toBeUndefined();
  });
});
