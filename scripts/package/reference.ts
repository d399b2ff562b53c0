import { messageOf, partnerErrorCodes } from './error-table.ts';
import { type ElementMetadata, type Named, readMetadata } from './metadata.ts';

export const referenceFile = 'docs/partners/reference.md';

const code = (text: string): string => `\`${text}\``;
const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ');

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((row) => `| ${row.map(cell).join(' | ')} |`).join('\n');

/** The same item of several elements once, with the tags that have it. */
const byName = <Item extends Named>(
  elements: readonly ElementMetadata[],
  items: (element: ElementMetadata) => readonly Item[],
) => {
  const found = new Map<string, { item: Item; tags: string[] }>();
  for (const element of elements) {
    for (const item of items(element)) {
      const entry = found.get(item.name) ?? { item, tags: [] };
      entry.tags.push(element.tag);
      found.set(item.name, entry);
    }
  }
  return [...found.values()];
};

const tagsCell = (tags: readonly string[], all: number): string =>
  tags.length === all ? 'all' : tags.map((tag) => code(`<${tag}>`)).join(', ');

/** Returns the reference that partners read. It lists the elements that are for their pages. */
export const currentReference = (): string => {
  const elements = readMetadata().filter(({ portalOnly }) => !portalOnly);
  const styled = elements.filter(({ parts }) => parts.length > 0);
  return `${[
    '# Reference',
    'This page is generated from the source by `npm run metadata`. Do not edit it.',
    '## Elements',
    table(
      ['tag', 'what it is', 'required attributes'],
      elements.map(({ tag, description, attributes }) => [
        code(`<${tag}>`),
        description,
        attributes
          .filter(({ required }) => required)
          .map(({ name }) => code(name))
          .join(', '),
      ]),
    ),
    '## Attributes and properties',
    'Each attribute is a property too. `undefined` or `null` removes it.',
    table(
      ['attribute', 'property', 'type', 'description', 'elements'],
      byName(elements, ({ attributes }) => attributes).map(({ item, tags }) => [
        code(item.name),
        code(item.property),
        code(item.type),
        item.description,
        tagsCell(tags, elements.length),
      ]),
    ),
    '## Events',
    'All events bubble and are composed, so you can listen on `document`.',
    table(
      ['event', 'type', 'description', 'elements'],
      byName(elements, ({ events }) => events).map(({ item, tags }) => [
        code(item.name),
        code(item.type),
        item.description,
        tagsCell(tags, elements.length),
      ]),
    ),
    '## Slots',
    table(
      ['slot', 'description'],
      byName(elements, ({ slots }) => slots).map(({ item }) => [item.name || '(default)', item.description]),
    ),
    '## Parts',
    'Style a part from outside: `maths-sign-in::part(button) { … }`.',
    table(
      ['part', 'description', 'elements'],
      byName(styled, ({ parts }) => parts).map(({ item, tags }) => [
        code(item.name),
        item.description,
        tagsCell(tags, styled.length),
      ]),
    ),
    '## CSS custom properties',
    table(
      ['property', 'description'],
      byName(styled, ({ cssProperties }) => cssProperties).map(({ item }) => [code(item.name), item.description]),
    ),
    '## Error codes',
    'The `code` of `auth-error`. The message is the English one; the element shows it in its own language.',
    table(
      ['code', 'message'],
      partnerErrorCodes.map((name) => [code(name), messageOf(name) ?? '']),
    ),
  ].join('\n\n')}\n`;
};
