import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { languages } from '../../src/contracts/language.ts';
import { publicOriginMark } from '../../src/contracts/pages.ts';
import { routes } from '../../src/contracts/routes.ts';

/** The version of the release in this folder. */
export const builtVersion = '0.1.0-0a1b2c3d';

/** Creates a folder like the result of a build, with the files that the server reads. */
export const buildFolder = (stamp: object = { mode: 'development' }): string => {
  const built = mkdtempSync(join(tmpdir(), 'built-'));
  for (const folder of ['site/assets', 'elements/chunks', ...languages.map((language) => `site/pages/${language}`)])
    mkdirSync(join(built, folder), { recursive: true });
  for (const language of languages) {
    for (const [name, { path }] of Object.entries(routes)) {
      const page = `<!doctype html><title>${name} in ${language}</title><link rel="canonical" href="${publicOriginMark}${path}">`;
      writeFileSync(join(built, `site/pages/${language}/${name}.html`), page);
    }
  }
  writeFileSync(join(built, 'site/assets/index-Bj2LblBN.js'), '');
  writeFileSync(join(built, 'elements/loader.js'), '');
  writeFileSync(join(built, 'elements/reset-password.js'), '');
  writeFileSync(join(built, 'elements/release.json'), JSON.stringify({ version: builtVersion, integrity: {} }));
  writeFileSync(join(built, 'elements/chunks/sign-in-DaCWor9G.js'), '');
  writeFileSync(join(built, 'build.json'), JSON.stringify(stamp));
  return built;
};
