import { executeServerCommand } from '@web/test-runner-commands';
import { addElement, equal, findInside, heard, isTrue, portal, submit, waitForMessages, waitUntil } from './partner.ts';
import { addScript, openFreshPage, type Page } from './fresh-page.ts';

/** Compares the pixels of a form on a page with hostile styles with those on a clean page. */
const tags = ['maths-sign-in', 'maths-sign-up'] as const;
const parent = { email: 'parent@mail.example', password: 'a good password' };
const forms = {
  'maths-sign-in': parent,
  'maths-sign-up': parent,
  'maths-teacher-sign-up': { email: 'teacher@school.example', name: 'Camille Roy', numStudents: '24' },
};
const folder = '/partner';
const hostile = ['unset', 'bootstrap', 'tailwind', 'small-root', 'rtl'];

const problemsOf = ({ view }: Page): unknown => Reflect.get(view, 'problems');

const picture = async (page: Page, box: DOMRect): Promise<unknown> => {
  const { left, top } = page.frame.getBoundingClientRect();
  const clip = {
    x: Math.round(left + box.x),
    y: Math.round(top + box.y),
    width: Math.floor(box.width),
    height: Math.floor(box.height),
  };
  return executeServerCommand('screenshot', clip);
};

/** The element is at the same place on every page and out of the flow, so that only the element itself can differ. */
const addTo = async (page: Page, tag: keyof typeof forms): Promise<HTMLElement> => {
  const holder = page.document.createElement('div');
  for (const [name, value] of Object.entries({
    position: 'fixed',
    inset: '300px auto auto 20px',
    width: '480px',
    display: 'block',
    'font-size': '16px',
    background: '#ffffff',
  })) {
    holder.style.setProperty(name, value, 'important');
  }
  const element = addElement(tag, { origin: 'demo' }, holder);
  page.document.body.append(holder);
  await addScript(page, `${portal}/elements/loader.js`);
  await findInside(element, 'button[type=submit]');
  await page.document.fonts.ready;
  await waitForMessages(5);
  return element;
};

const show = async (address: string, tag: keyof typeof forms): Promise<{ page: Page; element: HTMLElement }> => {
  const page = await openFreshPage(address);
  return { page, element: await addTo(page, tag) };
};

const shot = async (address: string, tag: keyof typeof forms): Promise<unknown> => {
  document.body.replaceChildren();
  const { page, element } = await show(address, tag);
  const taken = await picture(page, element.getBoundingClientRect());
  equal(problemsOf(page), [], 'problems');
  return taken;
};

describe('a hostile page', () => {
  beforeEach(() => void (document.body.style.margin = '0'));

  for (const tag of tags) {
    it(`changes no pixel of <${tag}>`, async function () {
      this.timeout(60_000);
      const clean = await shot(`${folder}/clean.html`, tag);
      isTrue(JSON.stringify(clean).length > 5_000, 'a picture');
      for (const name of hostile) {
        const same = JSON.stringify(await shot(`${folder}/${name}.html`, tag)) === JSON.stringify(clean);
        isTrue(same, `the same pixels on ${name}`);
      }
    });
  }

  for (const name of ['clean', ...hostile]) {
    it(`keeps its own pixels: ${name}`, async () => {
      const page = await openFreshPage(`${folder}/${name}.html`);
      await waitForMessages(5);
      const box = new DOMRect(0, 0, 600, 280);
      const before = await picture(page, box);
      await addTo(page, 'maths-sign-in');
      const after = await picture(page, box);
      isTrue(JSON.stringify(after) === JSON.stringify(before), 'the page around the element has the same pixels');
    });
  }
});

describe('a strict policy with Trusted Types', () => {
  for (const tag of [...tags, 'maths-teacher-sign-up'] as const) {
    it(`allows <${tag}> completely, with zero violations and a silent console`, async () => {
      const { page, element } = await show('/strict/clean.html', tag);
      const results = heard(element, 'auth-success');
      element.lang = 'fr';
      for (const [name, value] of Object.entries(forms[tag])) {
        (await findInside<HTMLInputElement>(element, `[name=${name}]`)).value = value;
      }
      await submit(element);
      await waitUntil(() => results.length > 0, 'the result');
      await waitForMessages();
      equal(problemsOf(page), [], 'problems');
    });
  }

  it('allows the light DOM', async () => {
    const { page } = await show('/strict/clean.html', 'maths-sign-in');
    const light = addElement('maths-sign-in', { origin: 'demo', 'light-dom': '' }, page.document.body);
    await findInside(light, '[name=password]');
    equal(page.view.getComputedStyle(await findInside(light, '[name=email]')).blockSize, '48px');
    equal(problemsOf(page), [], 'problems');
  });

  it('blocks what the policy forbids', async () => {
    const page = await openFreshPage('/strict/clean.html');
    let refused = false;
    try {
      page.document.body.innerHTML = '<b>x</b>';
    } catch {
      refused = true;
    }
    isTrue(refused, 'innerHTML is refused');
  });
});
