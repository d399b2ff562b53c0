/**
 * Types of the tags for React's JSX: `import type {} from 'maths-portal/react'` once in a project that uses React 19.
 * A listener is a property such as `onauth-success={(event) => …}`, as for every custom element in React.
 */
import type { HTMLAttributes, Ref } from 'react';
import type { ElementOf, JsxProps, TagName } from '../kit/element-types.ts';

export type ElementProps<Tag extends TagName> = JsxProps<Tag, HTMLAttributes<ElementOf[Tag]>, 'on'> & {
  ref?: Ref<ElementOf[Tag]>;
};

type Tags = { [Tag in TagName]: ElementProps<Tag> };

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements extends Tags {}
  }
}
