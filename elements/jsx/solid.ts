/**
 * Types of the tags for Solid's JSX: `import type {} from 'maths-portal/solid'` once in a project. A listener is
 * `on:auth-success={(event) => …}`.
 */
import type { JSX } from 'solid-js';
import type { ElementOf, JsxProps, TagName } from '../kit/element-types.ts';

export type ElementProps<Tag extends TagName> = JsxProps<Tag, JSX.HTMLAttributes<ElementOf[Tag]>, 'on:'>;

type Tags = { [Tag in TagName]: ElementProps<Tag> };

declare module 'solid-js' {
  namespace JSX {
    interface IntrinsicElements extends Tags {}
  }
}
