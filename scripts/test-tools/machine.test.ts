import { describe, expect, it, vi } from 'vitest';
import { type Machine, programFolders } from './machine.ts';
import { ensureBrowser, findProgram, meetRequirements, type RequirementName } from './requirements.ts';

type Packages = Record<string, string>;

/** Creates a fake machine with these programs, and with Debian packages that install a program or the font. */
const machineWith = (programs: readonly string[], packages?: Packages) => {
  const found = [...programs];
  const installed: string[] = [];
  const machine: Machine = {
    find: (names) => names.find((name) => found.includes(name)),
    hasFont: () => found.includes('Arial'),
    canInstall: () => packages !== undefined,
    install: (names) => {
      installed.push(...names);
      found.push(...names.flatMap((name) => packages?.[name] ?? []));
    },
  };
  return { machine, installed };
};
const shell = 'chromium-headless-shell';
const driver = ['WebKitWebDriver', 'Xvfb'];
const debian: Packages = {
  [shell]: shell,
  chromium: 'chromium',
  'firefox-esr': 'firefox-esr',
  postgresql: 'initdb',
  'fonts-liberation': 'Arial',
};

describe('the browser of the tests', () => {
  it.each<[title: string, 'browser' | 'fullBrowser', programs: string[], path: string, browser: string, string[]]>([
    ['is the installed one, and nothing is installed', 'browser', ['microsoft-edge'], '', 'microsoft-edge', []],
    ['is the one of CHROME_PATH', 'browser', ['chromium', '/opt/my-chrome'], '/opt/my-chrome', '/opt/my-chrome', []],
    ['is installed for root on Debian', 'browser', [], '', shell, [shell]],
    ['is the Chromium without windows, which is quicker', 'browser', ['chromium', shell], '', shell, []],
    ['is the full Chromium for the benchmarks', 'fullBrowser', [shell], '', 'chromium', ['chromium']],
  ])('%s', (_, requirement, programs, path, browser, packages) => {
    const { machine, installed } = machineWith(programs, debian);
    expect(ensureBrowser(requirement, { machine, chosen: path })).toBe(browser);
    expect(installed).toEqual(packages);
  });

  it('is no other one when CHROME_PATH is wrong, and nothing is installed', () => {
    const { machine, installed } = machineWith(['chromium'], debian);
    expect(() => ensureBrowser('browser', { machine, chosen: '/opt/gone' })).toThrow(
      'CHROME_PATH names no program: /opt/gone',
    );
    expect(installed).toEqual([]);
  });

  it.each([
    ['without the right to install', undefined],
    ['when the installation fails', {}],
  ])('must be installed by hand %s', (_when, packages) => {
    expect(() => ensureBrowser('browser', { ...machineWith([], packages), chosen: '' })).toThrow(
      /^There is no Chrome, Chromium or Edge, .* Debian: sudo apt-get install chromium-headless-shell$/,
    );
  });
});

describe('what the checks need of a machine', () => {
  it.each<[title: string, RequirementName[], string[], Packages | undefined, installed: string[], missing: string[]]>([
    ['is reported without the right to install', ['postgres'], [], undefined, [], ['postgres']],
    ['is reported when the installation fails', ['postgres'], [], {}, ['postgresql'], ['postgres']],
    ['is installed at once', ['firefox', 'postgres', 'webkit'], driver, debian, ['firefox-esr', 'postgresql'], []],
    [
      'contains the font of the layout tests',
      ['browser', 'font'],
      [shell],
      debian,
      ['fonts-liberation', 'fontconfig'],
      [],
    ],
    ['is not there when one of two programs is missing', ['webkit'], driver.slice(0, 1), undefined, [], ['webkit']],
  ])('%s', (_, requirements, programs, packages, names, missing) => {
    const said = vi.spyOn(console, 'log').mockImplementation(() => undefined);
    const { machine, installed } = machineWith(programs, packages);
    expect([...meetRequirements(requirements, { machine, chosen: '' }).keys()]).toEqual(missing);
    expect(installed).toEqual(names);
    for (const name of requirements.filter((one) => one !== 'font')) {
      expect(findProgram(name, { machine, chosen: '' }) === undefined).toBe(missing.includes(name));
    }
    // Root reads what is installed, and how to undo it.
    const undo =
      names.length > 0 ? expect.stringContaining(`To remove them: apt-get purge ${names.join(' ')}`) : undefined;
    expect(said.mock.calls[0]?.[0]).toEqual(undo);
    said.mockRestore();
  });

  it('is named with what is not tested without it, and with its package', () => {
    expect([...meetRequirements(['firefox', 'postgres'], { ...machineWith(['initdb']), chosen: '' })]).toEqual([
      ['firefox', 'Firefox is not installed: nothing was tested in it. Debian: sudo apt-get install firefox-esr'],
    ]);
  });

  it("contains the newest of Debian's PostgreSQL versions", () => {
    const versions = ['/usr/lib/postgresql/9.6/bin', '/usr/lib/postgresql/17/bin'];
    expect(programFolders('/usr/bin', versions)).toEqual([versions[1], versions[0], '/usr/bin', '/usr/sbin']);
  });
});
