import { readFileSync } from 'node:fs';
import {
  type AttributeName,
  elementAttributes,
  elementEvents,
  portalTags,
  requiredAttributes,
  type TagName,
  tagNames,
  teacherFormModes,
  themes,
  widgetPaths,
} from '../../../src/contracts/elements.ts';
import { languages } from '../../../src/contracts/language.ts';
import { paymentReturns } from '../../../src/contracts/routes.ts';

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

/** Joins the lines of a comment into one paragraph. */
const paragraph = (comment: string): string => comment.replaceAll(/\s*\n\s*\*?\s*/g, ' ').trim();

/**
 * Returns the members of an object type with their comments.
 * @throws when the source does not contain the type, or a member has no comment
 */
export const membersOf = (source: string, typeName: string): (NamedPart & { type: string })[] => {
  const [, body] = new RegExp(`export type ${typeName} = \\{\\n(.*?)\\n\\};`, 's').exec(source) ?? [];
  if (body === undefined) throw new Error(`The type ${typeName} was not found.`);
  const member = /\/\*\*((?:(?!\*\/).)*)\*\/\s*'?([\w-]+)'?: ((?:\{[^}]*\}|[^;{])+);/gs;
  const members = [...body.matchAll(member)].map(([, comment = '', name = '', type = '']) => ({
    name,
    type,
    description: paragraph(comment),
  }));
  const names = body.match(/^ {2}'?[\w-]+'?: /gm) ?? [];
  if (members.length !== names.length) throw new Error(`A member of ${typeName} has no comment.`);
  return members;
};

/**
 * Returns the first comment of a source that contains `mark`, split into its text and its tags.
 * @throws when no comment contains it
 */
export const commentOf = (source: string, mark: string) => {
  const comments = source.match(/\/\*\*.*?\*\//gs) ?? [];
  const comment = comments.find((text) => text.includes(mark));
  if (comment === undefined) throw new Error(`No comment contains ${mark}.`);
  const text = comment.slice(3, -2).replaceAll(/^\s*\* ?/gm, '');
  const [description = '', ...tags] = text.split(/^@/m);
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
const read = (file: string): string => readFileSync(file, 'utf8');

const sourceOf = (tag: TagName): string => {
  const name = tag.slice('maths-'.length);
  return read(`elements/${name}/${name}.element.ts`);
};

/** Returns the description of every element, from `src/contracts/elements.ts` and the comments of the elements. */
export const readMetadata = (): ElementMetadata[] => {
  const contracts = read('src/contracts/elements.ts');
  const attributes = membersOf(contracts, 'AttributeTypes');
  const events = membersOf(contracts, 'ElementEventDetails');
  const shared = commentOf(read('elements/shared/react-element.ts'), '@csspart');

  const attributeOf = (tag: TagName, name: AttributeName): Attribute => {
    const found = attributes.find((attribute) => attribute.name === name);
    if (found === undefined) throw new Error(`AttributeTypes does not contain ${name}.`);
    const values = valuesOf[name] ?? [];
    const type = values.length > 0 ? values.map((value) => `'${value}'`).join(' | ') : found.type;
    const required = requiredAttributes[tag]?.includes(name) ?? false;
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
      portalOnly: portalTags.includes(tag),
      attributes: elementAttributes[tag].map((name) => attributeOf(tag, name)),
      events: elementEvents[tag].map((name) => {
        const found = events.find((event) => event.name === name);
        if (found === undefined) throw new Error(`ElementEventDetails does not contain ${name}.`);
        const type = found.type === 'Record<string, never>' ? 'CustomEvent<{}>' : `CustomEvent<${found.type}>`;
        return { ...found, type };
      }),
      slots: inherited.slots,
      parts: [...inherited.parts, ...own.parts],
      cssProperties: inherited.cssProperties,
    };
  });
};
