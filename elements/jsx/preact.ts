/**
 * Types of the tags for Preact's JSX: `import type {} from 'maths-portal/preact'` once in a project. A listener is a
 * property such as `onauth-success={(event) => …}`.
 */
import type { HTMLAttributes } from 'preact';
import type { ElementOf, JsxProps, TagName } from '../kit/element-types.ts';

export type ElementProps<Tag extends TagName> = JsxProps<Tag, HTMLAttributes<ElementOf[Tag]>, 'on'>;

type Tags = { [Tag in TagName]: ElementProps<Tag> };

declare module 'preact' {
  namespace JSX {
    interface IntrinsicElements extends Tags {}
  }
}
