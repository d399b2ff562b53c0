import { readFileSync } from 'node:fs';
import { type Language, languages } from '../../src/contracts/language.ts';

/**
 * The ports and the build of the end-to-end tests, which differ from those of a portal that may run on this machine.
 * Each worker of vitest has its own portal. A build contains the ports, so each worker has its own build too.
 */
const { PORT = '4183', DEMO_PORT = '4184', STRIPE_SIMULATOR_PORT = '4186', BUILD_FOLDER = 'dist-test' } = process.env;

const isSecond = process.env['VITEST_POOL_ID'] === '2';
const own = (port: string): string => String(Number(port) + (isSecond ? 5 : 0));

export const ports = { PORT: own(PORT), DEMO_PORT: own(DEMO_PORT), STRIPE_SIMULATOR_PORT: own(STRIPE_SIMULATOR_PORT) };
export const testBuild = isSecond ? `${BUILD_FOLDER}-2` : BUILD_FOLDER;

export const portalUrl = `http://localhost:${ports.PORT}`;
export const demoUrl = `http://127.0.0.1:${ports.DEMO_PORT}`;
export const simulatorUrl = `http://localhost:${ports.STRIPE_SIMULATOR_PORT}`;

/** Matches the address of a page of the portal, with or without a slash at the end of its path. */
export const urlOf = (path: string): RegExp => new RegExp(`^${portalUrl}${path}/?(\\?|$)`);

/** Returns the messages of some files of `locales`, by the names of the files, in each language as in English. */
export const inEachLanguage = <Messages extends object>(english: Messages): Readonly<Record<Language, Messages>> => {
  const read = (language: Language, file: string): unknown =>
    JSON.parse(readFileSync(`locales/${language}/${file}.json`, 'utf8'));
  const messagesIn = (language: Language) =>
    Object.fromEntries(Object.keys(english).map((file) => [file, read(language, file)]));
  return Object.assign({}, ...languages.map((language) => ({ [language]: messagesIn(language) })));
};
