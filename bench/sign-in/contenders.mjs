/**
 * Who is measured, in the order of the table.
 *
 * @typedef {{
 *   name: string,
 *   head?: string, body?: string,
 *   path?: string,
 *   entry?: string,
 *   signIn: string,
 *   firstScreen: 'e-mail and password' | 'e-mail',
 *   note?: string,
 * }} Contender
 * `path`: a page of the portal; else `head` and `body` make a page of somebody else's. `entry`: the script of that page, in
 * `peers`. `signIn`: how the path of the request ends that a submit leads to.
 */

/** @param {string} portal @returns {Contender[]} */
export const contenders = (portal) => {
  const ours = { signIn: '/Client/LoginWithEmailAddress', firstScreen: /** @type {const} */ ('e-mail and password') };
  const loader = `<script type="module" src="${portal}/elements/loader.js"></script>`;
  const tag = '<maths-sign-in origin="demo" lang="en"></maths-sign-in>';
  const frame = '<maths-embed widget="signin" origin="demo" lang="en"></maths-embed>';
  return [
    {
      name: 'Bare HTML form',
      body: `<form method="post" action="/bare/sign-in">
        <label>E-mail <input type="email" name="email" autocomplete="username" required></label>
        <label>Password <input type="password" name="password" autocomplete="current-password" required></label>
        <button>Sign in</button></form>`,
      signIn: '/bare/sign-in',
      firstScreen: 'e-mail and password',
    },
    { name: 'Ours, script tag', ...ours, head: loader, body: tag },
    {
      name: 'Ours, classic script',
      ...ours,
      head: `<script src="${portal}/elements/maths-portal.classic.js" defer></script>`,
      body: tag,
    },
    { name: 'Ours, frame by script tag', ...ours, head: loader, body: frame },
    { name: 'Our own /signin', ...ours, path: '/signin?lang=en' },
  ];
};
