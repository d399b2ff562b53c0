/** Builds the elements of a release whose sources differ: its view imports more of the file that submits a form. */
import { defineConfig, mergeConfig, type Plugin } from 'vite';
import library from '../../../vite.lib.config.ts';

/** One more import changes the short names that a bundler gives to the exports of a file. */
const moreImports: Plugin = {
  name: 'more-imports',
  transform: {
    filter: { id: /\/elements\/runtime\/react-element\.ts$/ },
    handler: (code) => `import * as more from './open-form.ts';\nglobalThis.more = more;\n${code}`,
  },
};

export default defineConfig((environment) => mergeConfig(library(environment), { plugins: [moreImports] }));
