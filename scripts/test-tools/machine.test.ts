import { describe, expect, it } from 'vitest';
import { ensureBrowser } from './browser.mjs';
import { type Machine, programFolders } from './machine.mjs';
import { freePort } from './ports.mjs';
import {
  findProgram,
  installationNotice,
  isRegistryReachable,
  meetRequirements,
  type RequirementName,
} from './requirements.mjs';

type Packages = Record<string, string>;

/** Creates a fake machine with these programs and fonts, and with Debian packages that install a program or a font. */
const machineWith = (programs: readonly string[], packages?: Packages) => {
  const found = [...programs];
  const installed: string[] = [];
  const machine: Machine = {
    find: (names) => names.find((name) => found.includes(name)),
    hasFont: (family) => found.includes(family),
    canInstall: () => packages !== undefined,
    install: (names) => {
      installed.push(...names);
      found.push(...names.flatMap((name) => packages?.[name] ?? []));
    },
  };
  return { machine, installed };
};
const withoutWindows = 'chromium-headless-shell';
const debian: Packages = {
  [withoutWindows]: withoutWindows,
  chromium: 'chromium',
  'firefox-esr': 'firefox-esr',
  postgresql: 'initdb',
  'fonts-liberation': 'Liberation Sans',
};

describe('the browser of the tests', () => {
  it.each<[title: string, 'browser' | 'fullBrowser', programs: string[], path: string, browser: string, string[]]>([
    ['uses the installed browser and installs nothing', 'browser', ['microsoft-edge'], '', 'microsoft-edge', []],
    [
      'uses the browser of CHROME_PATH first',
      'browser',
      ['chromium', '/opt/my-chrome'],
      '/opt/my-chrome',
      '/opt/my-chrome',
      [],
    ],
    ['installs Debian’s package for root on Debian', 'browser', [], '', withoutWindows, [withoutWindows]],
    [
      'prefers the Chromium without windows, which is quicker',
      'browser',
      ['chromium', withoutWindows],
      '',
      withoutWindows,
      [],
    ],
    ['installs the full Chromium for the benchmarks', 'fullBrowser', [withoutWindows], '', 'chromium', ['chromium']],
  ])('%s', (_, requirement, programs, path, browser, packages) => {
    const { machine, installed } = machineWith(programs, debian);
    expect(ensureBrowser(requirement, machine, path)).toBe(browser);
    expect(installed).toEqual(packages);
  });

  it('uses no other browser when CHROME_PATH is wrong', () => {
    const { machine } = machineWith(['chromium']);
    expect(() => ensureBrowser('browser', machine, '/opt/gone')).toThrow('CHROME_PATH names no program: /opt/gone');
  });

  it.each([
    ['without the right to install', undefined],
    ['when the installation fails', {}],
  ])('asks to install a browser %s', (_when, packages) => {
    expect(() => ensureBrowser('browser', machineWith([], packages).machine, '')).toThrow(
      'The tests need Chrome, Chromium or Edge. Install one (Debian: sudo apt-get install chromium-headless-shell; ' +
        'macOS: brew install --cask google-chrome; Windows: winget install Google.Chrome) ' +
        'or name it: CHROME_PATH=/path/to/chrome npm test',
    );
  });
});

describe('what the checks need of a machine', () => {
  const driver = ['WebKitWebDriver', 'Xvfb'];
  const firefox = 'Firefox is not installed: nothing was tested in it. Debian: sudo apt-get install firefox-esr';

  it.each<[title: string, RequirementName[], string[], Packages | undefined, installed: string[], missing: string[]]>([
    ['installs Debian’s PostgreSQL for root on Debian', ['postgres'], [], debian, ['postgresql'], []],
    ['reports what is missing without the right to install', ['postgres'], [], undefined, [], ['postgres']],
    ['reports what is missing when the installation fails', ['postgres'], [], {}, ['postgresql'], ['postgres']],
    [
      'installs at once what is not there',
      ['firefox', 'postgres', 'webkit'],
      driver,
      debian,
      ['firefox-esr', 'postgresql'],
      [],
    ],
    [
      'installs the font of the layout tests',
      ['browser', 'font'],
      [withoutWindows],
      debian,
      ['fonts-liberation', 'fontconfig'],
      [],
    ],
    ['needs no other font than Arial', ['font'], ['Arial'], {}, [], []],
    ['needs no other font than Liberation Sans', ['font'], ['Liberation Sans'], {}, [], []],
    ['finds no program of which another one is missing', ['webkit'], driver.slice(0, 1), undefined, [], ['webkit']],
  ])('%s', (_, requirements, programs, packages, names, missing) => {
    const { machine, installed } = machineWith(programs, packages);
    expect([...meetRequirements(requirements, machine).keys()]).toEqual(missing);
    expect(installed).toEqual(names);
    for (const name of requirements.filter((one) => one !== 'font')) {
      expect(findProgram(name, machine) === undefined).toBe(missing.includes(name));
    }
  });

  it('names what is missing, what it does not test, and its package', () => {
    expect([...meetRequirements(['firefox', 'postgres'], machineWith(['initdb']).machine)]).toEqual([
      ['firefox', firefox],
    ]);
  });

  it("uses the newest of Debian's PostgreSQL versions", () => {
    const versions = ['/usr/lib/postgresql/9.6/bin', '/usr/lib/postgresql/17/bin'];
    expect(programFolders('/usr/bin', versions)).toEqual([versions[1], versions[0], '/usr/bin', '/usr/sbin']);
  });

  it('says in three lines what it installs, why, and how to undo it', () => {
    expect(installationNotice(['firefox-esr', 'postgresql'], ['firefox', 'postgres'])).toEqual([
      'Installing Debian packages, because you are root: firefox-esr postgresql',
      'The tests need them on this machine for: firefox, postgres.',
      'No service starts. Other users install nothing. To remove them: apt-get purge firefox-esr postgresql',
    ]);
  });

  it('reports a registry that does not answer as not reachable', { timeout: 60_000 }, async () => {
    expect(isRegistryReachable(`http://127.0.0.1:${await freePort()}`)).toBe(false);
  });
});
