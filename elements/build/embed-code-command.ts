/**
 * `npm run embed-code`: prints the HTML that a partner pastes. Reads the files of `npm run build` and builds nothing.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { defaultLanguage, isLanguage, languages } from '../../src/contracts/language.ts';
import { formTags } from '../../src/contracts/tag-lists.ts';
import { oneOf } from '../../src/lib/shapes.ts';
import { embedCode } from './embed-code.ts';
import { readForms } from './forms.ts';
import { formKey } from '../runtime/form-key.ts';
import { readRelease } from './release.ts';

const elements = formTags.map((tag) => tag.replace('maths-', ''));
const themes = ['light', 'dark'] as const;
const usage = `npm run --silent embed-code -- --element ${elements.join('|')} --origin KEY [--lang ${languages.join('|')}]
  [--frame] [--pin] [--portal URL] [--coupon CODE] [--theme ${themes.join('|')}]

Prints HTML for a partner's page in which the form stands before any script has come.
  --origin   the partner's key
  --frame    the form in a frame of the portal's origin
  --pin      this build and no other: its address, and the hashes of its files
  --portal   the portal's origin; without it PUBLIC_URL, or http://localhost:4173`;

const options = {
  element: { type: 'string' },
  lang: { type: 'string', default: defaultLanguage },
  origin: { type: 'string' },
  portal: { type: 'string', default: process.env['PUBLIC_URL'] || `http://localhost:${process.env['PORT'] || 4173}` },
  frame: { type: 'boolean', default: false },
  pin: { type: 'boolean', default: false },
  coupon: { type: 'string' },
  theme: { type: 'string' },
  help: { type: 'boolean', default: false },
} as const;

/** Reports unsupported options. The message lists the supported ones. */
class Misuse extends Error {}

const originOf = (address: string): string => {
  if (!URL.canParse(address) || !/^https?:/.test(address)) {
    throw new Misuse(`--portal is an address such as https://portal.example, not "${address}".`);
  }
  return new URL(address).origin;
};

const codeFor = (args: string[]): string => {
  const { values } = parseArgs({ args, options });
  if (args.length === 0 || values.help) return usage;
  const tag = formTags.find((name) => name === `maths-${values.element}`);
  if (tag === undefined) throw new Misuse(`--element is one of ${elements.join(', ')}.`);
  if (!isLanguage(values.lang)) throw new Misuse(`--lang is one of ${languages.join(', ')}, not "${values.lang}".`);
  if (!values.origin) throw new Misuse('--origin is the key of the partner whose page it is.');
  const theme = oneOf(themes)(values.theme) ? values.theme : undefined;
  if (theme !== values.theme) throw new Misuse(`--theme is one of ${themes.join(', ')}, not "${values.theme}".`);
  const out = process.env['BUILD_FOLDER'] || 'dist';
  if (!existsSync(join(out, 'forms.json')) || !existsSync(join(out, 'elements', 'release.json'))) {
    throw new Misuse(`${out} holds no forms yet: npm run build makes them.`);
  }
  const forms = readForms(out);
  if (forms.forms[formKey(tag, { kind: 'widget', language: values.lang })] === undefined) {
    throw new Misuse(`${out} was built by another release, without this form: npm run build makes it.`);
  }
  const { frame, coupon, origin } = values;
  const embed = { tag, frame, language: values.lang, origin, portal: originOf(values.portal), coupon, theme };
  return embedCode({ ...embed, release: values.pin ? readRelease(join(out, 'elements')) : undefined }, forms);
};

const isMisuse = (cause: unknown): cause is Error =>
  cause instanceof Misuse || (cause instanceof TypeError && String(Reflect.get(cause, 'code')).startsWith('ERR_PARSE'));

try {
  process.stdout.write(`${codeFor(process.argv.slice(2))}\n`);
} catch (cause) {
  if (!isMisuse(cause)) throw cause;
  process.stderr.write(`${cause.message}\n\n${usage}\n`);
  process.exitCode = 1;
}
