import { describe, expect, it } from 'vitest';
import { ensureBrowser } from './browser.mjs';
import { type Machine, programFolders } from './machine.mjs';
import { freePort } from './ports.mjs';
import { findProgram, installationNotice, isRegistryReachable, meetRequirements } from './requirements.mjs';

/** Creates a fake machine with these programs and fonts, and with Debian packages that install a program or a font. */
const machineWith = ({ programs = [], packages }: { programs?: string[]; packages?: Record<string, string> }) => {
  const installed: string[] = [];
  const machine: Machine = {
    find: (names) => names.find((name) => programs.includes(name)),
    hasFont: (family) => programs.includes(family),
    canInstall: () => packages !== undefined,
    install: (names) => {
      installed.push(...names);
      programs.push(...names.flatMap((name) => packages?.[name] ?? []));
    },
  };
  return { machine, installed };
};

describe('the browser of the tests', () => {
  it('uses the installed browser and installs nothing', () => {
    const { machine, installed } = machineWith({
      programs: ['microsoft-edge'],
      packages: { 'chromium-headless-shell': 'chromium-headless-shell' },
    });
    expect(ensureBrowser('browser', machine, '')).toBe('microsoft-edge');
    expect(installed).toEqual([]);
  });

  it('uses the browser of CHROME_PATH, also when others are installed', () => {
    const { machine } = machineWith({ programs: ['chromium', '/opt/my-chrome'] });
    expect(ensureBrowser('browser', machine, '/opt/my-chrome')).toBe('/opt/my-chrome');
  });

  it('uses no other browser when CHROME_PATH is wrong', () => {
    const { machine } = machineWith({ programs: ['chromium'] });
    expect(() => ensureBrowser('browser', machine, '/opt/gone')).toThrow('CHROME_PATH names no program: /opt/gone');
  });

  it("installs Debian's browser package for root on Debian", () => {
    const { machine, installed } = machineWith({
      packages: { 'chromium-headless-shell': 'chromium-headless-shell' },
    });
    expect(ensureBrowser('browser', machine, '')).toBe('chromium-headless-shell');
    expect(installed).toEqual(['chromium-headless-shell']);
  });

  it('prefers the Chromium without windows, which is quicker', () => {
    const { machine } = machineWith({ programs: ['chromium', 'chromium-headless-shell'] });
    expect(ensureBrowser('browser', machine, '')).toBe('chromium-headless-shell');
  });

  it('installs the full Chromium for the benchmarks beside the one without windows', () => {
    const { machine, installed } = machineWith({
      programs: ['chromium-headless-shell'],
      packages: { chromium: 'chromium' },
    });
    expect(ensureBrowser('fullBrowser', machine, '')).toBe('chromium');
    expect(installed).toEqual(['chromium']);
  });

  it.each([
    ['without the right to install', undefined],
    ['when the installation fails', {}],
  ])('asks to install a browser %s', (_when, packages) => {
    const { machine } = machineWith(packages === undefined ? {} : { packages });
    expect(() => ensureBrowser('browser', machine, '')).toThrow(
      'The tests need Chrome, Chromium or Edge. Install one (Debian: sudo apt-get install chromium-headless-shell; ' +
        'macOS: brew install --cask google-chrome; Windows: winget install Google.Chrome) ' +
        'or name it: CHROME_PATH=/path/to/chrome npm test',
    );
  });
});

describe('the PostgreSQL of the tests', () => {
  it("uses the newest of Debian's PostgreSQL versions", () => {
    const debian = ['/usr/lib/postgresql/9.6/bin', '/usr/lib/postgresql/17/bin'];
    expect(programFolders('/usr/bin', debian)).toEqual([debian[1], debian[0], '/usr/bin', '/usr/sbin']);
  });

  it("installs Debian's PostgreSQL package for root on Debian", () => {
    const { machine, installed } = machineWith({ packages: { postgresql: 'initdb' } });
    meetRequirements(['postgres'], machine);
    expect(findProgram('postgres', machine)).toBe('initdb');
    expect(installed).toEqual(['postgresql']);
  });

  it.each([
    ['without the right to install', undefined],
    ['when the installation fails', {}],
  ])('reports that PostgreSQL is missing %s', (_when, packages) => {
    const { machine } = machineWith(packages === undefined ? {} : { packages });
    expect([...meetRequirements(['postgres'], machine).keys()]).toEqual(['postgres']);
    expect(findProgram('postgres', machine)).toBeUndefined();
  });
});

describe('what the checks need of a machine', () => {
  it('installs at once what the checks need, except what is there already', () => {
    const { machine, installed } = machineWith({
      programs: ['WebKitWebDriver', 'Xvfb'],
      packages: { 'firefox-esr': 'firefox-esr', postgresql: 'initdb' },
    });
    expect([...meetRequirements(['firefox', 'postgres', 'webkit'], machine).keys()]).toEqual([]);
    expect(installed).toEqual(['firefox-esr', 'postgresql']);
  });

  it('installs the font of the layout tests when the browser is there without it', () => {
    const { machine, installed } = machineWith({
      programs: ['chromium-headless-shell'],
      packages: { 'fonts-liberation': 'Liberation Sans' },
    });
    expect([...meetRequirements(['browser', 'font'], machine)]).toEqual([]);
    expect(installed).toEqual(['fonts-liberation', 'fontconfig']);
  });

  it.each(['Arial', 'Liberation Sans'])('needs no other font than %s', (font) => {
    const { machine, installed } = machineWith({ programs: [font], packages: {} });
    expect([...meetRequirements(['font'], machine)]).toEqual([]);
    expect(installed).toEqual([]);
  });

  it('names what the checks need with its packages when it cannot be installed', () => {
    const { machine, installed } = machineWith({ programs: ['initdb'] });
    expect([...meetRequirements(['firefox', 'postgres'], machine)]).toEqual([
      ['firefox', 'Firefox is not installed: nothing was tested in it. Debian: sudo apt-get install firefox-esr'],
    ]);
    expect(installed).toEqual([]);
  });

  it('says in three lines what it installs, why, and how to undo it', () => {
    expect(installationNotice(['firefox-esr', 'postgresql'], ['firefox', 'postgres'])).toEqual([
      'Installing Debian packages, because you are root: firefox-esr postgresql',
      'The tests need them on this machine for: firefox, postgres.',
      'No service starts. Other users install nothing. To remove them: apt-get purge firefox-esr postgresql',
    ]);
  });

  it('finds no program of a requirement of which another program is missing', () => {
    expect(findProgram('webkit', machineWith({ programs: ['WebKitWebDriver'] }).machine)).toBeUndefined();
    expect(findProgram('webkit', machineWith({ programs: ['WebKitWebDriver', 'Xvfb'] }).machine)).toBe(
      'WebKitWebDriver',
    );
  });

  it('reports a registry that does not answer as not reachable', { timeout: 60_000 }, async () => {
    expect(isRegistryReachable(`http://127.0.0.1:${await freePort()}`)).toBe(false);
  });
});
