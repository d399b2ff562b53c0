/**
 * Types of the tags for React's JSX: `import type {} from 'maths-portal/react'` once in a project that uses React 19.
 * A listener is a property such as `onauth-success={(event) => …}`, as for every custom element in React.
 */
import type { HTMLAttributes, Ref } from 'react';
import type { TagName } from '../src/contracts/tags.ts';
import type { AttributesOf, ElementEvent, ElementOf, EventsOf } from './kit/element-types.ts';

type Handlers<Tag extends TagName> = {
  [Name in EventsOf<Tag> as `on${Name}`]?: ((event: ElementEvent<Name>) => void) | undefined;
};

export type ElementProps<Tag extends TagName> = Omit<HTMLAttributes<ElementOf[Tag]>, keyof AttributesOf<Tag>> &
  AttributesOf<Tag> &
  Handlers<Tag> & { ref?: Ref<ElementOf[Tag]> };

type Tags = { [Tag in TagName]: ElementProps<Tag> };

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements extends Tags {}
  }
}
