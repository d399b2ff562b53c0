import type { ElementMetadata } from './metadata.ts';

type Package = { name: string; version: string };

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

/** Returns `web-types.json`, which JetBrains editors read. */
export const webTypes = (elements: readonly ElementMetadata[], { name, version }: Package) => ({
  $schema: 'https://json.schemastore.org/web-types',
  name,
  version,
  'description-markup': 'markdown',
  contributions: {
    html: {
      elements: elements.map((element) => ({
        name: element.tag,
        description: element.description,
        attributes: element.attributes.map(({ name: attribute, description, type, required }) => ({
          name: attribute,
          description,
          required,
          value: { type },
        })),
        slots: element.slots,
        js: {
          properties: element.attributes.map(({ property, description, type }) => ({
            name: property,
            description,
            type,
          })),
          events: element.events.map(({ name: event, description, type }) => ({ name: event, description, type })),
        },
        css: {
          parts: element.parts,
          properties: element.cssProperties,
        },
      })),
    },
  },
});

/** Returns the custom data of VS Code's HTML editor. */
export const htmlCustomData = (elements: readonly ElementMetadata[]) => ({
  version: 1.1,
  tags: elements.map((element) => ({
    name: element.tag,
    description: { kind: 'markdown', value: element.description },
    attributes: element.attributes.map(({ name, description, type, values }) => ({
      name,
      description: { kind: 'markdown', value: description },
      ...(type === 'boolean' ? { valueSet: 'v' } : {}),
      ...(values.length > 0 ? { values: values.map((value) => ({ name: value })) } : {}),
    })),
  })),
});
