import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { recordConsoleErrors } from './support/browser.ts';
import { fillIn, newParent, openAccount, submit } from './support/parent.ts';
import { servePage } from './support/partner-site.ts';
import { portalUrl } from './support/settings.ts';
import { setUpPage, page } from './support/setup.ts';

const parent = newParent();
setUpPage();
beforeAll(() => openAccount(parent));

const guide = ['tag-and-package', 'frame', 'teachers-and-cancelling']
  .map((name) => readFileSync(`docs/partners/${name}.md`, 'utf8'))
  .join('\n')
  .replaceAll('https://portal.example', portalUrl);
/** Returns the code that partners paste according to the guide. */
const fromGuide = (pattern: RegExp): string => {
  const [found] = pattern.exec(guide) ?? [];
  if (found === undefined) throw new Error(`The guide has no ${pattern}`);
  return found;
};
const script = fromGuide(/<script async src="[^"]*classic\.js"><\/script>/);
const tags = [
  fromGuide(/<maths-sign-in origin="[^]*?<\/maths-sign-in>/),
  fromGuide(/<maths-embed widget="signin" origin="[^]*?<\/maths-embed>/),
  fromGuide(/<maths-teacher-sign-up origin="[^]*?<\/maths-teacher-sign-up>/),
];
const listener = `<script>
  window.heard = [];
  for (const name of ['ready', 'auth-success'])
    document.addEventListener(name, ({ target }) => window.heard.push(name + ' ' + target.localName));
</script>`;

/** Serves the page of a partner who develops on this machine: another port of the site, with keys of other hosts. */
const open = async (html: string) => {
  const site = await servePage({
    html: `<!doctype html><html lang="en"><title>Partner</title>${listener}${html}</html>`,
  });
  await page.goto(site.url);
  return site;
};
const heard = (): Promise<string[]> => page.evaluate('window.heard');

describe.each([
  ['without crossorigin', script],
  ['with crossorigin', script.replace('<script ', '<script crossorigin ')],
])('the plain script of the guide, %s', (_how, tag) => {
  it('makes every tag ready, in the frame and inline, and reports each sign-in', async () => {
    const consoleErrors = recordConsoleErrors(page);
    const site = await open(tag + tags.join(''));
    await expect
      .poll(heard, { timeout: 20_000 })
      .toEqual(expect.arrayContaining(['ready maths-sign-in', 'ready maths-embed', 'ready maths-teacher-sign-up']));
    const forms = [
      ['maths-sign-in', page.locator('maths-sign-in')],
      ['maths-embed', page.frameLocator('maths-embed iframe')],
    ] as const;
    for (const [name, form] of forms) {
      await fillIn(form, parent);
      await submit(form).click();
      // The message of a success takes the focus, so nobody types into the next form before it.
      await expect.poll(heard, { timeout: 20_000 }).toContain(`auth-success ${name}`);
    }
    expect(await page.evaluate(() => document.querySelector('maths-embed')?.matches(':state(ready)'))).toBe(true);
    expect(consoleErrors).toEqual([]);
    await site.close();
  });

  it('follows the language of the page, in the frame and inline', async () => {
    const site = await open(tag + tags.join(''));
    await expect
      .poll(heard, { timeout: 20_000 })
      .toEqual(expect.arrayContaining(['ready maths-sign-in', 'ready maths-embed']));
    await page.evaluate(() => {
      document.documentElement.lang = 'fr';
    });
    const frame = page.frameLocator('maths-embed iframe');
    await page.locator('maths-sign-in').getByRole('button', { name: 'Se connecter' }).waitFor();
    await frame.getByRole('button', { name: 'Se connecter' }).waitFor();
    await expect.poll(() => frame.locator('html').getAttribute('lang')).toBe('fr');
    await expect.poll(() => page.locator('maths-embed iframe').getAttribute('title')).toContain('connexion');
    await site.close();
  });
});

describe('a mistake in a partner’s code', () => {
  it.each([
    ['an unknown key', '<maths-sign-in origin="nobody"></maths-sign-in>', ['no key "nobody"']],
    ['an unknown widget', '<maths-embed widget="sign-in" origin="web2wave"></maths-embed>', ['no widget "sign-in"']],
    ['an unknown key of a frame', '<maths-embed widget="signin" origin="nobody"></maths-embed>', ['no key "nobody"']],
    ['a missing key', '<maths-embed widget="signin"></maths-embed>', ['"origin" is missing']],
  ])('logs one warning for %s, with a link to the guide', async (_what, html, texts) => {
    const consoleErrors = recordConsoleErrors(page);
    const site = await open(script + html);
    await expect
      .poll(() => consoleErrors, { timeout: 20_000 })
      .toEqual(texts.map((text) => expect.stringContaining(text)));
    const [message = ''] = consoleErrors;
    expect(message).toContain(site.url);
    const [link = ''] = /http\S+tag-and-package\.md$/.exec(message) ?? [];
    expect(await (await fetch(link)).text()).toContain('# Tag and package');
    await site.close();
  });
});

it('ignores the address of another portal in the link of a framed form', async () => {
  const evil = 'http://127.0.0.1:9';
  const address = `${portalUrl}/widgets/signin?origin=web2wave&lang=en&portal=${evil}`;
  const site = await open(`<iframe title="Log in" width="400" height="600" src="${address}"></iframe>`);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  const frame = page.frameLocator('iframe');
  await fillIn(frame, parent);
  await submit(frame).click();
  await expect.poll(() => asked.some((url) => url.startsWith(`${portalUrl}/playfab/`)), { timeout: 20_000 }).toBe(true);
  expect(asked.filter((url) => url.startsWith(evil))).toEqual([]);
  await site.close();
});
