/** Defines every tag. It is meant for pages that are bundled. Other pages use the loader. */
import.meta.glob(['./*.ts', '!./{index,configure,loader}.ts'], { eager: true });

export { configure } from './configure.ts';
export type * from './kit/element-types.ts';
