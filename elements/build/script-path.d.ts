/**
 * A constant as in build-constants.d.ts, from elements/build/own-file-vite-plugin.ts: the path of this script on the portal,
 * `/elements/` and the name of the file. A partner's bundler moves this module into a file with another name. It has its own
 * file, because it is the only one behind the types of the package.
 */
declare const __SCRIPT_PATH__: RegExp | string | undefined;
