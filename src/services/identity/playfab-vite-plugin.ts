import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { playfabClientCalls } from '../../contracts/calls/servers.ts';

/**
 * Makes one module of playfab-web-sdk, two global scripts of 83 and 15 KB without `main` or exports: it exports
 * `PlayFab` with the calls that we use, without the request function, which `playfab-call.ts` replaces. Vite and vitest
 * use this plugin.
 */
const playfabVersion = '1.185.250117';

const cloudScriptCalls = ['ExecuteFunction'];
// The last one would run after a response, which the SDK never gets.
const cutInternals = ['InjectHeaders', 'ExecuteRequest', 'GetPlayFabResponse', 'UpdateAuthenticationContext'];

/** Sentences for the SDK's own callers. We pass what they ask for, so their names are enough. */
const sentences = ['errorTitleId', 'errorLoggedIn', 'errorEntityToken', 'errorSecretKey'];

type Cut = { what: string; text: string; pattern: RegExp };

/** Returns the only match of a pattern. Any other number of matches means that the vendor's file has changed. */
const find = ({ what, text, pattern }: Cut): string => {
  const [match, ...others] = text.matchAll(new RegExp(pattern, 'gm'));
  if (match === undefined || others.length > 0) {
    throw new Error(
      `playfab-web-sdk: ${what} is not as in ${playfabVersion}; read the new source, then mend this plugin`,
    );
  }
  return match[0];
};

const unix = (source: string): string => source.replaceAll('\r\n', '\n');

/** Matches `name: function (…) {…},` with its closing brace at the same indentation. */
const member = (name: string, indent: string): RegExp =>
  new RegExp(`^${indent}${name}: function ?\\([^)]*\\) \\{\\n[\\s\\S]*?\\n${indent}\\},\\n`);

const keep = (text: string, api: string, calls: readonly string[]): string => {
  const body = find({ what: api, text, pattern: new RegExp(`^PlayFab\\.${api} = \\{\\n[\\s\\S]*?^\\};\\n`) });
  const kept = calls.map((name) => find({ what: `${api}.${name}`, text: body, pattern: member(name, '    ') }));
  return `PlayFab.${api} = {\n${kept.join('')}};\n`;
};

/** Makes one ES module of the two scripts. @throws when the version differs or a cut does not match exactly once */
export const transformPlayfab = (clientSource: string, cloudScriptSource: string): string => {
  const client = unix(clientSource);
  const cloudScript = unix(cloudScriptSource);
  for (const text of [client, cloudScript]) {
    find({ what: 'the version', text, pattern: new RegExp(`^PlayFab\\.sdkVersion = "${playfabVersion}";$`) });
  }
  const start = find({
    what: 'the start',
    text: client,
    pattern: /^var PlayFab = [\s\S]*?(?=^PlayFab\.buildIdentifier)/,
  });
  const core = cutInternals.reduce(
    (text, name) => text.replace(find({ what: name, text, pattern: member(name, '        ') }), ''),
    start,
  );
  const short = sentences.reduce(
    (text, name) =>
      text.replace(find({ what: name, text, pattern: new RegExp(`${name}: "[^"]+"`) }), `${name}: "${name}"`),
    core,
  );
  return [
    short.replace(/^var PlayFab = .*$/m, 'const PlayFab = {};'),
    keep(client, 'ClientApi', playfabClientCalls),
    keep(cloudScript, 'CloudScriptApi', cloudScriptCalls),
    'export { PlayFab };\n',
  ].join('\n');
};

// A dependency that Vite has optimised contains `?v=…`.
const clientFile = /^(.*\/playfab-web-sdk\/src\/PlayFab)\/PlayFabClientApi\.js(\?.*)?$/;

/** Returns the plugin for every Vite and vitest configuration. */
export const playfab = (): Plugin => ({
  name: 'maths-portal:playfab',
  config: () => ({
    optimizeDeps: { exclude: ['playfab-web-sdk'] },
    // vitest leaves packages to Node, which cannot load this one.
    ssr: { noExternal: ['playfab-web-sdk'] },
  }),
  transform: {
    filter: { id: clientFile },
    handler(code, id) {
      const folder = clientFile.exec(id)?.[1];
      if (folder === undefined) return null;
      const cloudScriptFile = join(folder, 'PlayFabCloudScriptApi.js');
      this.addWatchFile(cloudScriptFile);
      return { code: transformPlayfab(code, readFileSync(cloudScriptFile, 'utf8')), map: null };
    },
  },
});
