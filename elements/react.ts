/**
 * React's JSX types for the tags: `import type {} from 'maths-portal/react'` once in a project that uses React 19.
 * Events are `onauth-success={(event) => …}`, React's own way with custom elements.
 */
import type { HTMLAttributes, Ref } from 'react';
import type {
  ElementEventDetails,
  elementAttributes,
  TagName,
  TeacherFormMode,
  Theme,
  WidgetName,
} from '../src/contracts/elements.ts';
import type { ElementOf } from './shared/element-types.ts';

type Values = { theme: Theme; widget: WidgetName; mode: TeacherFormMode; 'light-dom': boolean };
type Attribute<Tag extends TagName> = (typeof elementAttributes)[Tag][number];
type Handlers = {
  [Name in keyof ElementEventDetails as `on${Name}`]?: (event: CustomEvent<ElementEventDetails[Name]>) => void;
};

export type ElementProps<Tag extends TagName> = Omit<HTMLAttributes<ElementOf[Tag]>, Attribute<Tag>> & {
  [Name in Attribute<Tag>]?: (Name extends keyof Values ? Values[Name] : string) | undefined;
} & Handlers & { ref?: Ref<ElementOf[Tag]> };

type Tags = { [Tag in TagName]: ElementProps<Tag> };

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements extends Tags {}
  }
}
