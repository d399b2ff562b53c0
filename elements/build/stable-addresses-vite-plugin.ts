import type { Plugin } from 'vite';

/**
 * Writes a file with a stable name for each entry: `sign-in.js` contains only an import of the entry, whose name contains
 * a hash. No other file imports the stable one, because a browser can have it from another release. The controllers have
 * one for the loaders of earlier releases.
 */
export const stableAddresses = (): Plugin => ({
  name: 'maths-portal:stable-addresses',
  applyToEnvironment: ({ name }) => name !== 'loader',
  generateBundle(_, bundle) {
    for (const file of Object.values(bundle)) {
      if (file.type !== 'chunk' || !file.isEntry) continue;
      const fileName = `${file.name.replace(/-element$/, '')}.js`;
      this.emitFile({ type: 'asset', fileName, source: `export * from './${file.fileName}';\n` });
    }
  },
});
