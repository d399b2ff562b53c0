/**
 * The measured implementations, in the order of the table.
 *
 * @typedef {{
 *   name: string,
 *   head?: string, body?: string, script?: string,
 *   path?: string,
 *   entry?: string,
 *   signIn: string,
 *   firstScreen: 'e-mail and password' | 'e-mail',
 *   note?: string,
 * }} Contender
 * `script`: a classic script of that page's own, from another site;
 * `path`: a page of the portal; otherwise `head` and `body` make a partner's page. `entry`: that page's
 * program, in `peers`. `signIn`: a part of the address that a submit asks.
 */

/** @param {string} portal @returns {Contender[]} */
export const contenders = (portal) => {
  const ours = { signIn: '/Client/LoginWithEmailAddress', firstScreen: /** @type {const} */ ('e-mail and password') };
  const loader = `<script type="module" src="${portal}/elements/loader.js"></script>`;
  const tag = '<maths-sign-in origin="demo" lang="en"></maths-sign-in>';
  const place = '<div id="form"></div>';
  const frame = '<maths-embed widget="signin" origin="demo" lang="en"></maths-embed>';
  const bareForm = `<form method="post" action="/bare/sign-in">
        <label>E-mail <input type="email" name="email" autocomplete="username" required></label>
        <label>Password <input type="password" name="password" autocomplete="current-password" required></label>
        <button>Sign in</button></form>`;
  const bare = { signIn: '/bare/sign-in', firstScreen: /** @type {const} */ ('e-mail and password') };
  return [
    { name: 'Bare HTML form', ...bare, body: bareForm },
    {
      name: 'Bare HTML form, by a script',
      ...bare,
      script: `document.body.innerHTML = ${JSON.stringify(bareForm)}`,
      note: 'the least that any script tag costs',
    },
    {
      name: 'Bare HTML form, in a frame',
      ...bare,
      body: `<iframe src="${portal}/bare-html-form"></iframe>`,
      note: 'the least that any frame of another site costs',
    },
    { name: 'Ours, script tag', ...ours, head: loader, body: tag },
    {
      name: 'Ours, classic script',
      ...ours,
      head: `<script src="${portal}/elements/maths-portal.classic.js" defer></script>`,
      body: tag,
    },
    {
      name: 'Ours, frame by script tag',
      ...ours,
      head: `<script type="module" src="${portal}/elements/embed.js"></script>`,
      body: frame,
    },
    {
      name: 'Our own /signin',
      ...ours,
      note: 'a whole page of the portal, with its fonts and pictures',
      path: '/signin?lang=en',
    },
    {
      name: 'Hanko',
      entry: 'hanko.js',
      body: '<hanko-auth></hanko-auth>',
      signIn: '/login?action=continue_with_login_identifier',
      firstScreen: 'e-mail',
      note: 'its API, here a test double, returns the first screen in two responses',
    },
    {
      name: 'FirebaseUI',
      entry: 'firebaseui.js',
      body: place,
      signIn: '/accounts:createAuthUri',
      firstScreen: 'e-mail',
      note: 'version 6 takes Firebase 10 at most; uses a test double like Firebase’s own emulator; the font that its style sheet loads from Google is missing',
    },
    {
      name: 'Supabase Auth UI',
      entry: 'supabase.jsx',
      body: place,
      signIn: '/auth/v1/token?grant_type=password',
      firstScreen: 'e-mail and password',
      note: 'asks its cloud nothing before the sign-in',
    },
  ];
};
