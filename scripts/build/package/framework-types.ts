/** The differences between the declarations of the frameworks. */
type Framework = {
  about: string;
  /** The import that `attributes` needs. */
  imports: string;
  /** The framework's type for the attributes of an HTML element of type `ElementOf[Tag]`. */
  attributes: string;
  /** The property of a listener, as a template literal type, and the types that it needs. */
  listener: string;
  helpers?: string;
  /** The type of a tag whose properties are of type `Props<Tag>`. */
  tag: string;
  /** The declaration that adds `Tags` to the framework's types. */
  declaration: string;
};

const jsx = (module: string): string =>
  `declare module '${module}' {\n  namespace JSX {\n    interface IntrinsicElements extends Tags {}\n  }\n}`;

const frameworkTypes = {
  vue: {
    about: 'Vue templates. Tell the compiler about the tags: `isCustomElement: (tag) => tag.startsWith("maths-")`',
    imports: `import type { HTMLAttributes } from 'vue';`,
    attributes: 'HTMLAttributes',
    // The template's `@auth-success` is the property `onAuthSuccess`.
    listener: 'on${Pascal<Name>}',
    helpers:
      'type Pascal<Name extends string> = Name extends `${infer First}-${infer Rest}` ? `${Capitalize<First>}${Pascal<Rest>}` : Capitalize<Name>;\n',
    tag: 'new () => ElementOf[Tag] & { $props: Props<Tag> }',
    declaration: `declare module 'vue' {\n  interface GlobalComponents extends Tags {}\n}`,
  },
  svelte: {
    about: 'Svelte 5. A listener is `onauth-success={…}`',
    imports: `import type { HTMLAttributes } from 'svelte/elements';`,
    attributes: 'HTMLAttributes<ElementOf[Tag]>',
    listener: 'on${Name}',
    tag: 'Props<Tag>',
    declaration: `declare module 'svelte/elements' {\n  interface SvelteHTMLElements extends Tags {}\n}`,
  },
  preact: {
    about: "Preact's JSX. A listener is `onauth-success={…}`",
    imports: `import type { HTMLAttributes } from 'preact';`,
    attributes: 'HTMLAttributes<ElementOf[Tag]>',
    listener: 'on${Name}',
    tag: 'Props<Tag>',
    declaration: jsx('preact'),
  },
  solid: {
    about: "Solid's JSX. A listener is `on:auth-success={…}`",
    imports: `import type { JSX } from 'solid-js';`,
    attributes: 'JSX.HTMLAttributes<ElementOf[Tag]>',
    listener: 'on:${Name}',
    tag: 'Props<Tag>',
    declaration: jsx('solid-js'),
  },
} satisfies Record<string, Framework>;

const declarationsFor = (
  name: string,
  { about, imports, attributes, listener, helpers = '', tag, declaration }: Framework,
): string => `\
/** Types of the tags for ${about}. Write \`import type {} from 'maths-portal/${name}'\` once in a project. */
${imports}
import type { AttributesOf, ElementEvent, ElementOf, EventsOf, TagName } from './index.js';

${helpers}type Handlers<Tag extends TagName> = {
  [Name in EventsOf<Tag> as \`${listener}\`]?: ((event: ElementEvent<Name>) => void) | undefined;
};
type Props<Tag extends TagName> = Omit<${attributes}, keyof AttributesOf<Tag>> & AttributesOf<Tag> & Handlers<Tag>;
type Tags = { [Tag in TagName]: ${tag} };

${declaration}
`;

/**
 * Returns the declaration files of the frameworks by name. React's are `elements/react.ts`, which the portal uses too.
 */
export const frameworkDeclarations = (): [string, string][] =>
  Object.entries(frameworkTypes).map(([name, framework]) => [name, declarationsFor(name, framework)]);
