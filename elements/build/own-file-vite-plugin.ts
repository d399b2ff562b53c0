import { basename } from 'node:path';
import type { Plugin } from 'vite';

const placeholder = '__own-file__';

/**
 * Defines the path of each file of the elements, for elements/runtime/portal-origin.ts. The loader's has no file name:
 * its copies have other names, and it is never put into a bundle.
 */
export const ownFile = (): Plugin => ({
  name: 'maths-portal:own-file',
  configEnvironment: (name) => ({
    define: { __SCRIPT_PATH__: name === 'loader' ? '"/elements/"' : `/\\/elements\\/.*${placeholder}/` },
  }),
  generateBundle(_, bundle) {
    for (const file of Object.values(bundle)) {
      if (file.type === 'chunk') file.code = file.code.replaceAll(placeholder, basename(file.fileName));
    }
  },
});
