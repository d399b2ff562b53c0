import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Returns the script. It is a separate file, so that a strict content security policy allows it.
 * @param {string} id
 */
const client = (id) => `setInterval(async () => {
  const answer = await fetch('/assets/reload.txt', { cache: 'no-store' }).catch(() => undefined);
  if (answer?.ok && !answer.redirected && (await answer.text()) !== '${id}') location.reload();
}, 700);
`;

/**
 * Adds a script to each page of `npm run dev` that asks for the build's id and reloads the page when the id changed.
 * @param {string} folder of built pages
 * @param {string} id of this build
 */
export const addReload = (folder, id) => {
  mkdirSync(join(folder, 'assets'), { recursive: true });
  // The name contains the id, because browsers cache assets permanently.
  writeFileSync(join(folder, `assets/reload-${id}.js`), client(id));
  for (const page of globSync('**/*.html', { cwd: folder })) {
    const file = join(folder, page);
    const script = `<script type="module" src="/assets/reload-${id}.js"></script>`;
    writeFileSync(file, readFileSync(file, 'utf8').replace('</head>', `${script}</head>`));
  }
  writeFileSync(join(folder, 'assets/reload.txt'), id);
};
