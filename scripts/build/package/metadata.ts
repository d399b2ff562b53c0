import { readFileSync } from 'node:fs';
import { paymentReturns, themes } from '../../../src/contracts/elements.ts';
import {
  definitionOf,
  tagEvents,
  type TagName,
  tagNames,
  teacherFormModes,
  widgetNames,
} from '../../../src/contracts/tags.ts';
import { declarationKinds } from '../../../src/contracts/calls/cancel.ts';
import { languages } from '../../../src/contracts/language.ts';

/** A named part of an element's interface: a slot, a part or a custom property. */
export type NamedPart = { name: string; description: string };
export type Typed = NamedPart & { type: { text: string } };
/** A source file; an error names it. */
type Source = { file: string; text: string };

/** Joins the lines of a comment into one paragraph. */
const paragraph = (comment: string): string => comment.replaceAll(/\s*\n\s*\*?\s*/g, ' ').trim();

/** Returns the members of an object type with their comments. @throws when the source does not contain the type */
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

/** Returns the first comment that contains `mark`, as its text and its tags. @throws when no comment contains it */
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

const valuesOf: Partial<Record<string, readonly string[]>> = {
  lang: languages,
  theme: themes,
  mode: [...teacherFormModes, ...declarationKinds],
  widget: widgetNames,
  payment: paymentReturns,
};

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
const camelCase = (name: string): string => name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
const read = (file: string): Source => ({ file, text: readFileSync(file, 'utf8') });

const nameOf = (tag: TagName): string => tag.slice('maths-'.length);

/** Returns the declaration of every element, from `src/contracts` and the comments of the elements. */
export const readMetadata = () => {
  const contracts = read('src/contracts/elements.ts');
  const attributeTypes = membersOf(contracts, 'AttributeTypes');
  const eventDetails = membersOf(contracts, 'ElementEventDetails');
  const shared = commentOf(read('elements/kit/element-types.ts'), '@csspart');
  const find = (members: typeof eventDetails, name: string) => {
    const found = members.find((member) => member.name === name);
    if (found === undefined) throw new Error(`${contracts.file} has no comment about ${name}. Write one above it.`);
    return found;
  };

  return tagNames.map((tag) => {
    const own = commentOf(read(`elements/${nameOf(tag)}.ts`), `\`<${tag}`);
    const attributes = definitionOf(tag).attributes.map((name) => {
      const { type, description } = find(attributeTypes, name);
      const text = valuesOf[name]?.map((value) => `'${value}'`).join(' | ') ?? type;
      return { name, fieldName: camelCase(name), type: { text }, description };
    });
    // The portal styles a framed form.
    const isStyled = tag !== 'maths-embed';
    return {
      kind: 'class',
      name: `${camelCase(`-${tag}`)}Element`,
      description: sentence(own.description.replace(/^`<[^`]*>`: /, '').replace(/ See \S+\.md\.$/, '')),
      customElement: true,
      tagName: tag,
      superclass: { name: 'HTMLElement' },
      attributes,
      members: attributes.map(({ name, fieldName, type, description }) => ({
        kind: 'field',
        name: fieldName,
        attribute: name,
        type,
        description,
      })),
      events: tagEvents[tag].map((name) => {
        const { type, description } = find(eventDetails, name);
        return { name, type: { text: `CustomEvent<${type.replace('Record<string, never>', '{}')}>` }, description };
      }),
      slots: shared.slots,
      cssParts: [...(isStyled ? shared.parts : []), ...own.parts],
      cssProperties: isStyled ? shared.cssProperties : [],
    };
  });
};

/** A class of the custom elements manifest, schema 1.0.0. */
export type ManifestDeclaration = ReturnType<typeof readMetadata>[number];

/** Returns `custom-elements.json`. */
export const customElementsManifest = () => ({
  schemaVersion: '1.0.0',
  readme: 'README.md',
  modules: readMetadata().map((declaration) => {
    const { name, tagName } = declaration;
    const path = `elements/${nameOf(tagName)}.js`;
    return {
      kind: 'javascript-module',
      path,
      declarations: [declaration],
      exports: [{ kind: 'custom-element-definition', name: tagName, declaration: { name, module: path } }],
    };
  }),
});
