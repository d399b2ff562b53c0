/** Defines every tag. It is meant for pages that are bundled. Other pages use the loader. */
import.meta.glob('./*/*.element.ts', { eager: true });

export { configure } from './configure.ts';
export type * from './runtime/element-types.ts';
