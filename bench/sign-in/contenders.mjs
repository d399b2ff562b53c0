/**
 * The measured implementations, in the order of the table. All are compared with the first.
 *
 * @typedef {{ name: string, signIn: string, path: string, html?: string, script?: string, note?: string }} Contender
 * `path`: of its page, which is the portal's own without `html`; `script`: of that page, from another site; `signIn`: a
 * part of the address that a submit asks.
 */

const bareForm = `<form method="post" action="/bare/sign-in">
  <label>E-mail <input type="email" name="email" autocomplete="username" required></label>
  <label>Password <input type="password" name="password" autocomplete="current-password" required></label>
  <button>Sign in</button></form>`;
const bare = { signIn: '/bare/sign-in' };
const ours = { signIn: '/Client/LoginWithEmailAddress' };

/** Returns a minimal page. */
const page = (/** @type {{ head?: string, body?: string }} */ { head = '', body = '' }) => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Sign in</title><meta name="viewport" content="width=device-width"><link rel="icon" href="data:,">
${head}</head>
<body>
${body}
</body>
</html>
`;

/** @param {string} portal where the portal and the scripts are; pages are at another site @returns {Contender[]} */
export const contenders = (portal) => [
  { name: 'Bare HTML form', ...bare, path: '/bare.html', html: page({ body: bareForm }) },
  {
    name: 'Bare HTML form, by a script',
    ...bare,
    path: '/scripted.html',
    html: page({ head: `<script defer src="${portal}/scripted.html.js"></script>` }),
    script: `document.body.innerHTML = ${JSON.stringify(bareForm)}`,
    note: 'the least that any script tag costs',
  },
  {
    name: 'Ours, script tag',
    ...ours,
    path: '/ours.html',
    html: page({
      head: `<script type="module" src="${portal}/elements/loader.js"></script>`,
      body: '<maths-sign-in origin="demo" lang="en"></maths-sign-in>',
    }),
  },
  {
    name: 'Our own /signin',
    ...ours,
    path: '/signin?lang=en',
    note: 'a whole page of the portal, with its fonts and pictures',
  },
];
