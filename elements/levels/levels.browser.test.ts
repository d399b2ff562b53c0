import { contract } from '../testing/contract.ts';
import { addElement, equal, findInside, isTrue, loadLoader, portal, waitUntil } from '../testing/partner.ts';

contract({
  tag: 'maths-levels',
  says: { en: 'Choose a CSV file', fr: 'Choisir un fichier CSV' },
  field: '.maths-drop-label',
});

const choose = async (element: Element, text: string): Promise<void> => {
  const input = await findInside<HTMLInputElement>(element, 'input[type=file]');
  const chosen = new DataTransfer();
  chosen.items.add(new File([text], 'levels.csv', { type: 'text/csv' }));
  input.files = chosen.files;
  input.dispatchEvent(new Event('change', { bubbles: true }));
};

/** Creates the element with a list in it. */
const list = async (theme = 'light'): Promise<HTMLElement> => {
  document.body.replaceChildren();
  await loadLoader();
  const element = addElement('maths-levels', { lang: 'en', theme });
  await choose(element, 'LevelName\ncastle\nscript\nforeign\ngone\n');
  await findInside(element, '.maths-level');
  return element;
};

describe('the levels of <maths-levels>', () => {
  afterEach(() => document.body.replaceChildren());

  it('shows no link for a javascript: URL', async () => {
    const { shadowRoot } = await list();
    const names = [...(shadowRoot?.querySelectorAll('.maths-level-name') ?? [])];
    equal(
      names.map((name) => [name.textContent, name.getAttribute('href')]),
      [
        ['castle', `${portal}/api/admin/levels/castle.json?s=1`],
        ['script', null],
        ['foreign', null],
      ],
    );
    const pictures = [...(shadowRoot?.querySelectorAll('img') ?? [])];
    equal(
      pictures.map((picture) => picture.getAttribute('src')),
      [`${portal}/api/admin/levels/castle.png?s=1`],
    );
    for (const name of names) if (name instanceof HTMLElement && !name.matches('a')) name.click();
    isTrue(document.title !== 'ran', 'no script ran');
  });

  it('passes an accessibility audit in both schemes', async () => {
    for (const theme of ['light', 'dark']) {
      document.body.style.background = theme === 'dark' ? '#1b1e3d' : '';
      const element = await list(theme);
      (await findInside<HTMLInputElement>(element, '.maths-all input')).click();
      // axe would measure the contrast of a colour during its transition.
      await Promise.allSettled((element.shadowRoot?.getAnimations() ?? []).map(({ finished }) => finished));
      const { violations } = await window.axe.run(element);
      equal(
        violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html)]),
        [],
        `${theme} violations`,
      );
    }
    document.body.style.background = '';
  });

  it('downloads all levels as one archive, without those that have no address', async () => {
    const element = await list();
    const archives: Blob[] = [];
    const real = URL.createObjectURL;
    URL.createObjectURL = (content) => {
      if (content instanceof Blob) archives.push(content);
      return real(content);
    };
    (await findInside<HTMLInputElement>(element, '.maths-all input')).click();
    const button = await waitUntil(
      () => element.shadowRoot?.querySelector<HTMLButtonElement>('.maths-choice button:not(:disabled)'),
      'the button',
    );
    button.click();
    const alert = await findInside(element, '[role=alert]');
    URL.createObjectURL = real;
    equal(alert.textContent, 'Levels that could not be downloaded: 2. Saved in levels.zip: 1.');
    const text = await archives[0]?.text();
    isTrue(text?.includes('castle.json') && text.includes('{"level":"castle"}'), 'the level is in the archive');
  });
});
