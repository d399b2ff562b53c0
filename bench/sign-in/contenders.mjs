/**
 * The measured implementations, in the order of the table. All are compared with the first.
 *
 * @typedef {{
 *   name: string,
 *   head?: string, body?: string, script?: string,
 *   path?: string,
 *   entry?: string,
 *   signIn: string,
 *   asksPassword: boolean,
 *   note?: string,
 * }} Contender
 * `script`: a classic script of that page's own, from another site;
 * `path`: a page of the portal; otherwise `head` and `body` make a partner's page. `entry`: that page's
 * program, in `peers`. `signIn`: a part of the address that a submit asks. `asksPassword`: on the first screen, together with
 * the e-mail address.
 */

const place = '<div id="form"></div>';
const bareForm = `<form method="post" action="/bare/sign-in">
  <label>E-mail <input type="email" name="email" autocomplete="username" required></label>
  <label>Password <input type="password" name="password" autocomplete="current-password" required></label>
  <button>Sign in</button></form>`;
const bare = { signIn: '/bare/sign-in', asksPassword: true };
const ours = { signIn: '/Client/LoginWithEmailAddress', asksPassword: true };

/** @param {string} portal @returns {Contender[]} */
export const contenders = (portal) => [
  { name: 'Bare HTML form', ...bare, body: bareForm },
  {
    name: 'Bare HTML form, by a script',
    ...bare,
    script: `document.body.innerHTML = ${JSON.stringify(bareForm)}`,
    note: 'the least that any script tag costs',
  },
  {
    name: 'Ours, script tag',
    ...ours,
    head: `<script type="module" src="${portal}/elements/loader.js"></script>`,
    body: '<maths-sign-in origin="demo" lang="en"></maths-sign-in>',
  },
  {
    name: 'Our own /signin',
    ...ours,
    path: '/signin?lang=en',
    note: 'a whole page of the portal, with its fonts and pictures',
  },
  {
    name: 'Hanko',
    entry: 'hanko.js',
    body: '<hanko-auth></hanko-auth>',
    signIn: '/login?action=continue_with_login_identifier',
    asksPassword: false,
    note: 'its API, here a test double, returns the first screen in two responses',
  },
  {
    name: 'FirebaseUI',
    entry: 'firebaseui.js',
    body: place,
    signIn: '/accounts:createAuthUri',
    asksPassword: false,
    note: 'version 6 takes Firebase 10 at most; uses a test double like Firebase’s own emulator; the font that its style sheet loads from Google is missing',
  },
  {
    name: 'Supabase Auth UI',
    entry: 'supabase.jsx',
    body: place,
    signIn: '/auth/v1/token?grant_type=password',
    asksPassword: true,
    note: 'asks its cloud nothing before the sign-in',
  },
];
