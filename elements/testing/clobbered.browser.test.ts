import { addElement, equal, findInside, heard, isTrue, portal, signIn, waitUntil } from './partner.ts';
import { addScript, openFreshPage, type Page } from './fresh-page.ts';

/** Tests pages whose content defines globals and properties of `document` by `id` or `name`. */
const stranger = 'http://127.0.0.1:9';

/**
 * The properties of `document` without which no script can change a page. A form is missing there, but sends nothing.
 */
const indispensable = [
  'addEventListener',
  'createComment',
  'createElement',
  'createElementNS',
  'defaultView',
  'querySelectorAll',
];

/** Returns every word of the built scripts, and thereby every name that they read. */
const wordsOfScripts = async (): Promise<string[]> => {
  const { integrity } = await (await fetch(`${portal}/elements/release.json`)).json();
  const files = Object.keys(integrity).filter((name) => name.endsWith('.js'));
  isTrue(files.includes('loader.js') && files.includes('sign-in.js'), 'a list of the files');
  const texts = files.map(async (name) => (await fetch(`${portal}/elements/${name}`)).text());
  return [...new Set((await Promise.all(texts)).join('\n').match(/[A-Za-z_$][\w$]*/g))];
};

/** Adds elements with a name. They are not in markup, so that the page can require Trusted Types. */
const addNamed = ({ document: page }: Page, tag: string, names: readonly string[]): void => {
  const holder = page.createElement('div');
  holder.hidden = true;
  for (const name of names) {
    const element = page.createElement(tag);
    element.id = name;
    element.setAttribute('name', name);
    for (const address of ['href', 'src', 'data', 'action']) {
      if (address in element) element.setAttribute(address, `${stranger}/elements/x.png`);
    }
    holder.append(element);
  }
  page.body.append(holder);
};

const scriptRequests = ({ view }: Page): string[] =>
  view.performance
    .getEntriesByType('resource')
    .filter((entry) => entry instanceof view.PerformanceResourceTiming && entry.name.startsWith(stranger))
    .map((entry) => JSON.stringify(entry))
    .filter((entry) => !/"initiatorType":"(img|iframe|frame|embed|object)"/.test(entry));

const signsIn = async (page: Page, script = 'loader.js'): Promise<void> => {
  const element = addElement('maths-sign-in', { origin: 'demo' }, page.document.body);
  const ready = heard(element, 'ready');
  await addScript(page, `${portal}/elements/${script}`, script === 'loader.js' ? 'module' : '');
  await signIn(element);
  await waitUntil(() => ready.length > 0, 'the view');
  equal(scriptRequests(page), [], 'requests to the stranger');
};

describe('a page whose markup has the names that the scripts read', () => {
  it('signs in at the portal', async () => {
    const page = await openFreshPage();
    const words = await wordsOfScripts();
    const { document: clean } = await openFreshPage();
    isTrue(
      ['mathsPortal', 'currentScript', 'requestIdleCallback'].every((name) => words.includes(name)),
      'names',
    );
    addNamed(page, 'a', words);
    const ofDocument = words.filter((name) => name in clean && !indispensable.includes(name));
    addNamed(page, 'img', ofDocument);
    await signsIn(page);
  });

  for (const tag of ['a', 'img', 'form', 'iframe', 'embed', 'object']) {
    it(`takes no address from <${tag}>`, async () => {
      const page = await openFreshPage();
      addNamed(page, tag, ['mathsPortal', 'currentScript', 'scripts']);
      const frame = addElement('maths-embed', { widget: 'signin', origin: 'demo' }, page.document.body);
      await signsIn(page, 'maths-portal.classic.js');
      const { src } = await findInside<HTMLIFrameElement>(frame, 'iframe');
      isTrue(src.startsWith(`${portal}/`), src);
    });
  }
});
