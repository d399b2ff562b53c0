import { createRequire } from 'node:module';
import { brotliCompressSync } from 'node:zlib';

/**
 * The minimal responses of each widget's cloud before a sign-in. The response to a sign-in itself is never needed.
 *
 * @typedef {{ type: string, body: Buffer, status?: number }} Answer compressed with brotli
 */

/** @param {unknown} value @returns {Answer} */
const json = (value) => ({ type: 'application/json', body: brotliCompressSync(JSON.stringify(value)) });
/** @param {string} text @returns {Answer} */
const script = (text) => ({ type: 'text/javascript', body: brotliCompressSync(text) });

/** Hanko's API returns the next screen and its actions to the widget. */
const hanko = (/** @type {string} */ name, /** @type {object} */ actions, payload = {}) =>
  json({ name, status: 200, csrf_token: 'token', payload, actions });
const hankoAction = (/** @type {string} */ action, /** @type {object} */ inputs) => ({
  [action]: { action, href: `/login?action=${action}`, inputs, description: '' },
});
const hankoEmail = { email: { name: 'email', type: 'email', required: true, max_length: 120 } };
const hankoCapabilities = {
  webauthn_available: { name: 'webauthn_available', type: 'boolean', required: true, hidden: true },
  webauthn_conditional_mediation_available: {
    name: 'webauthn_conditional_mediation_available',
    type: 'boolean',
    hidden: true,
  },
};

/** Auth0 sends its connections to the client as a script with a callback. */
const auth0Client = {
  id: 'bench',
  tenant: 'bench',
  subscription: 'enterprise',
  strategies: [
    {
      name: 'auth0',
      connections: [{ name: 'Username-Password-Authentication', showSignup: true, showForgot: true }],
    },
  ],
};

/** Auth0 loads its messages from its own address, for English too. */
const { default: auth0Messages } = createRequire(import.meta.url)('auth0-lock/lib/i18n/en.js');

/** Lock first asks in a hidden frame whether the visitor is signed in. */
const auth0Nobody = `<!doctype html><script>
const state = new URLSearchParams(location.search).get('state');
parent.postMessage({ type: 'authorization_response', response: { error: 'login_required', state } }, new URL(document.referrer).origin);
</script>`;

/** SuperTokens asks repeatedly whether the visitor is signed in, until the response is 401. */
const superTokensNobody = { ...json({ message: 'unauthorised' }), status: 401 };

/**
 * Responses by the beginning of the address, the longest first.
 * @type {readonly (readonly [string, Answer])[]}
 */
const answers = [
  [
    '/cloud/hanko/login?action=register_client_capabilities',
    hanko('login_init', hankoAction('continue_with_login_identifier', hankoEmail)),
  ],
  ['/cloud/hanko/login', hanko('preflight', hankoAction('register_client_capabilities', hankoCapabilities))],
  ['/cloud/hanko/sessions/validate', json({ is_valid: false })],
  ['/cloud/auth0/authorize', { type: 'text/html', body: brotliCompressSync(auth0Nobody) }],
  ['/cloud/auth0/client/', script(`Auth0.setClient(${JSON.stringify(auth0Client)})`)],
  ['/cloud/supertokens/session/refresh', superTokensNobody],
  ['/cloud/auth0/js/lock/', script(`Auth0.registerLanguageDictionary('en', ${JSON.stringify(auth0Messages)})`)],
];

/** Firebase's emulator has no path prefix. @param {string} path */
export const isCloud = (path) => path.startsWith('/cloud/') || path.startsWith('/identitytoolkit.googleapis.com/');

/** @param {string} url path and query @returns {Answer | undefined} */
export const answerOf = (url) => answers.find(([start]) => url.startsWith(start))?.[1];
