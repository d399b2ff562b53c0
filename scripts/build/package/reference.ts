import { writeFileSync } from 'node:fs';
import errors from '../../../locales/en/errors.json' with { type: 'json' };
import teacherForm from '../../../locales/en/teacher-sign-up.json' with { type: 'json' };
import { type ErrorCode, errorCodes } from '../../../src/contracts/error-codes.ts';
import { schoolZoneErrorCodes } from '../../../src/contracts/school-zone-codes.ts';
import { definitionOf } from '../../../src/contracts/tags.ts';
import { type ManifestDeclaration, type NamedPart, readMetadata, type Typed } from './metadata.ts';

const messages: Readonly<Record<string, string>> = { ...errors, ...teacherForm.problems };

/** Returns the English message of a code, or undefined when no form shows the code. */
const messageOf = (code: string): string | undefined =>
  messages[code] ?? messages[`MANAGE_ACCOUNT_${code.toUpperCase()}`] ?? messages[`TEACHER_SIGNUP_${code}`];

/** Codes of a stored session, a purchase, a mailed link, and of requests that no form in a partner's page sends. */
const notForPartners: readonly ErrorCode[] = [
  'TOKEN_EXPIRED',
  'RECENT_SIGN_IN_REQUIRED',
  'LINK_EXPIRED',
  'ALREADY_SUBSCRIBED',
  'COOKIE_CONSENT_REQUIRED',
  'STORAGE_BLOCKED',
  'UNAUTHORIZED',
  'NOT_FOUND',
  'METHOD_NOT_ALLOWED',
  'UNSUPPORTED_MEDIA_TYPE',
];

/** The codes that a form in a partner's page can report, in the order of the contracts. */
const partnerErrorCodes = [...errorCodes, ...schoolZoneErrorCodes].filter(
  (code) => messageOf(code) !== undefined && !notForPartners.includes(code),
);

const generated = 'This page is generated from the source by `npm run metadata`. Do not edit it.';

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ');

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((row) => `| ${row.map(cell).join(' | ')} |`).join('\n');

type ItemsOf<Item extends NamedPart> = (element: ManifestDeclaration) => readonly Item[];

/** Returns the items of all elements without duplicates, each with the tags that have it. */
const byName = <Item extends NamedPart>(elements: readonly ManifestDeclaration[], items: ItemsOf<Item>) => {
  const found = new Map<string, { item: Item; tags: string[] }>();
  for (const element of elements) {
    for (const item of items(element)) {
      const entry = found.get(item.name) ?? { item, tags: [] };
      entry.tags.push(element.tagName);
      found.set(item.name, entry);
    }
  }
  return [...found.values()];
};

const code = (text: string): string => `\`${text}\``;

/** Returns a table of names with their descriptions. */
const described = (head: string, elements: readonly ManifestDeclaration[], items: ItemsOf<NamedPart>): string =>
  table(
    [head, 'description'],
    byName(elements, items).map(({ item: { name, description } }) => [
      name === '' ? '(default)' : code(name),
      description,
    ]),
  );

/** Returns a table of what the elements have under these names, with its type and the tags that have it. */
const typed = (head: string, elements: readonly ManifestDeclaration[], items: ItemsOf<Typed>): string =>
  table(
    [head, 'type', 'description', 'elements'],
    byName(elements, items).map(({ item: { name, type, description }, tags }) => {
      const where = tags.length === elements.length ? 'all' : tags.map((tag) => code(`<${tag}>`)).join(', ');
      return [code(name), code(type.text), description, where];
    }),
  );

/** Returns the reference for partners. It lists the elements that partners' pages can use. */
const referencePage = (): string => {
  const elements = readMetadata().filter(({ tagName }) => !definitionOf(tagName).isPortals);
  const styled = elements.filter(({ cssParts }) => cssParts.length > 0);
  return `${[
    '# Reference',
    generated,
    '## Elements',
    table(
      ['tag', 'what it is'],
      elements.map(({ tagName, description }) => [code(`<${tagName}>`), description]),
    ),
    '## Attributes and properties',
    'Each attribute is a property too; that of `light-dom` is `lightDom`. `undefined` or `null` removes it.',
    typed('attribute', elements, ({ attributes }) => attributes),
    '## Events',
    typed('event', elements, ({ events }) => events),
    '## Slots',
    described('slot', elements, ({ slots }) => slots),
    '## Parts',
    described('part', styled, ({ cssParts }) => cssParts),
    '## CSS custom properties',
    described('property', styled, ({ cssProperties }) => cssProperties),
    '## Error codes',
    [
      '- Compare the code, never the message: its wording may change. Treat an unknown code like `GENERIC_ERROR`.',
      '- You need not try again yourself. The form stays usable.',
      '- In TypeScript the type is `ErrorCode` of `maths-portal`.',
      '- `INVALID_PARENT_ORIGIN` and `SERVICE_UNAVAILABLE` can be mistakes of the page: see [Troubleshooting](tag-and-package.md#troubleshooting).',
    ].join('\n'),
    'The messages in English; the form fills in what is in braces:',
    table(
      ['code', 'message'],
      partnerErrorCodes.map((name) => [code(name), messageOf(name) ?? '']),
    ),
  ].join('\n\n')}\n`;
};

/** Returns the generated pages of the partners' guide by their file. */
export const generatedPages = (): ReadonlyMap<string, string> =>
  new Map([['docs/partners/reference.md', referencePage()]]);

// `npm run metadata` writes them.
if (import.meta.main) for (const [file, text] of generatedPages()) writeFileSync(file, text);
