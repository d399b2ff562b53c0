import { readFileSync } from 'node:fs';
import { type AttributeName, teacherFormModes, themes, widgetPaths } from '../../../src/contracts/elements.ts';
import { languages } from '../../../src/contracts/language.ts';
import { paymentReturns } from '../../../src/contracts/routes.ts';
import { tagNames } from '../../../src/contracts/tags.ts';
import { definitionOf, type TagName } from '../../../src/contracts/tags.ts';

/** A named part of an element's interface: a slot, a part or a custom property. */
export type NamedPart = { name: string; description: string };
export type Attribute = NamedPart & {
  property: string;
  type: string;
  /** The allowed values. Empty when any text is allowed. */
  values: readonly string[];
  required: boolean;
};
export type EventMetadata = NamedPart & { type: string };
export type ElementMetadata = {
  tag: TagName;
  className: string;
  description: string;
  /** Whether it is useful on the portal's own pages only. */
  portalOnly: boolean;
  attributes: readonly Attribute[];
  events: readonly EventMetadata[];
  slots: readonly NamedPart[];
  parts: readonly NamedPart[];
  cssProperties: readonly NamedPart[];
};

/** A source file; an error names it. */
type Source = { file: string; text: string };

/** Joins the lines of a comment into one paragraph. */
const paragraph = (comment: string): string => comment.replaceAll(/\s*\n\s*\*?\s*/g, ' ').trim();

/**
 * Returns the members of an object type with their comments.
 * @throws when the source does not contain the type
 */
const membersOf = ({ file, text }: Source, typeName: string): (NamedPart & { type: string })[] => {
  const [, body] = new RegExp(`export type ${typeName} = \\{\\n(.*?)\\n\\};`, 's').exec(text) ?? [];
  if (body === undefined) throw new Error(`${file} has no type ${typeName}: export it there.`);
  const member = /\/\*\*((?:(?!\*\/).)*)\*\/\s*'?([\w-]+)'?: ((?:\{[^}]*\}|[^;{])+);/gs;
  return [...body.matchAll(member)].map(([, comment = '', name = '', type = '']) => ({
    name,
    type,
    description: paragraph(comment),
  }));
};

/**
 * Returns the first comment of a source that contains `mark`, split into its text and its tags.
 * @throws when no comment contains it
 */
const commentOf = ({ file, text }: Source, mark: string) => {
  const comments = text.match(/\/\*\*.*?\*\//gs) ?? [];
  const comment = comments.find((one) => one.includes(mark));
  if (comment === undefined) throw new Error(`${file}: no comment contains ${mark}. Write one above the element.`);
  const [description = '', ...tags] = comment
    .slice(3, -2)
    .replaceAll(/^\s*\* ?/gm, '')
    .split(/^@/m);
  const named = (tag: string): NamedPart[] =>
    tags
      .filter((line) => line.startsWith(`${tag} `))
      .map((line) => {
        const [, name = '', about = ''] = /^\S+ (?:([\w-]+) )?- (.*)$/s.exec(line) ?? [];
        return { name, description: paragraph(about) };
      });
  return {
    description: paragraph(description),
    slots: named('slot'),
    parts: named('csspart'),
    cssProperties: named('cssprop'),
  };
};

const valuesOf: Partial<Record<AttributeName, readonly string[]>> = {
  lang: languages,
  theme: themes,
  mode: teacherFormModes,
  widget: Object.keys(widgetPaths),
  payment: paymentReturns,
};

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
const camelCase = (name: string): string => name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
const read = (file: string): Source => ({ file, text: readFileSync(file, 'utf8') });

const sourceOf = (tag: TagName): Source => {
  const name = tag.slice('maths-'.length);
  return read(`elements/${name}.ts`);
};

/** Returns the description of every element, from `src/contracts` and the comments of the elements. */
export const readMetadata = (): ElementMetadata[] => {
  const contracts = read('src/contracts/elements.ts');
  const attributes = membersOf(contracts, 'AttributeTypes');
  const events = membersOf(contracts, 'ElementEventDetails');
  const shared = commentOf(read('elements/kit/feature-element.ts'), '@csspart');

  const attributeOf = (tag: TagName, name: AttributeName): Attribute => {
    const found = attributes.find((attribute) => attribute.name === name);
    if (found === undefined) throw new Error(`${contracts.file}: AttributeTypes does not contain ${name}.`);
    const values = valuesOf[name] ?? [];
    const type = values.length > 0 ? values.map((value) => `'${value}'`).join(' | ') : found.type;
    const required = definitionOf(tag).required?.includes(name) ?? false;
    return { ...found, property: camelCase(name), type, values, required };
  };

  return tagNames.map((tag) => {
    const own = commentOf(sourceOf(tag), `\`<${tag}`);
    // The portal styles a framed form.
    const inherited = tag === 'maths-embed' ? { slots: shared.slots, parts: [], cssProperties: [] } : shared;
    return {
      tag,
      className: `${camelCase(`-${tag}`)}Element`,
      description: sentence(own.description.replace(/^`<[^`]*>`: /, '').replace(/ See \S+\.md\.$/, '')),
      portalOnly: definitionOf(tag).isPortals ?? false,
      attributes: definitionOf(tag).attributes.map((name) => attributeOf(tag, name)),
      events: definitionOf(tag).events.map((name) => {
        const found = events.find((event) => event.name === name);
        if (found === undefined) throw new Error(`${contracts.file}: ElementEventDetails does not contain ${name}.`);
        const type = found.type === 'Record<string, never>' ? 'CustomEvent<{}>' : `CustomEvent<${found.type}>`;
        return { ...found, type };
      }),
      slots: inherited.slots,
      parts: [...inherited.parts, ...own.parts],
      cssProperties: inherited.cssProperties,
    };
  });
};

const moduleOf = ({ tag }: ElementMetadata): string => `elements/${tag.slice('maths-'.length)}.js`;

/** Returns `custom-elements.json`: the custom elements manifest, schema 1.0.0. */
export const customElementsManifest = (elements: readonly ElementMetadata[]) => ({
  schemaVersion: '1.0.0',
  readme: 'README.md',
  modules: elements.map((element) => ({
    kind: 'javascript-module',
    path: moduleOf(element),
    declarations: [
      {
        kind: 'class',
        name: element.className,
        description: element.description,
        customElement: true,
        tagName: element.tag,
        superclass: { name: 'HTMLElement' },
        attributes: element.attributes.map(({ name, property, type, description }) => ({
          name,
          fieldName: property,
          type: { text: type },
          description,
        })),
        members: element.attributes.map(({ name, property, type, description }) => ({
          kind: 'field',
          name: property,
          attribute: name,
          type: { text: type },
          description,
        })),
        events: element.events.map(({ name, type, description }) => ({ name, type: { text: type }, description })),
        slots: element.slots,
        cssParts: element.parts,
        cssProperties: element.cssProperties,
      },
    ],
    exports: [
      {
        kind: 'custom-element-definition',
        name: element.tag,
        declaration: { name: element.className, module: moduleOf(element) },
      },
    ],
  })),
});
