import { addScript, openFreshPage, type Page } from '../testing/fresh-page.ts';
import { becomesReady, callsOf } from '../testing/prerendered-page.ts';
import { equal, isTrue } from '../testing/expect.ts';
import { controlledAddress, setDelivery, viewChunk } from '../testing/delivery.ts';
import { findInside, waitForMessages, waitUntil } from '../testing/partner.ts';

const login = '/LoginWithEmailAddress';
const email = 'parent@mail.example';
const password = 'a good password';
const field = (element: Element, name: string): Promise<HTMLInputElement> => findInside(element, `[name=${name}]`);

/** The box that a loader renders, as text. */
const prerenderedBox = async (): Promise<string> => {
  await setDelivery(viewChunk, 'delayed');
  const page = await openFreshPage();
  const element = page.document.createElement('maths-sign-in');
  element.setAttribute('origin', 'demo');
  page.document.body.append(element);
  await addScript(page, controlledAddress());
  await findInside(element, '[name=email]');
  return element.shadowRoot?.innerHTML ?? '';
};

/** Opens a page that contains the form, as embed code does. */
const openSnippet = async (
  change: (box: string) => string = (box) => box,
): Promise<{ page: Page; element: Element }> => {
  const box = (await prerenderedBox()).replace(/<form [^>]*>/, '$&<input type="checkbox" hidden="" data-sent="">');
  const style = '<style>.maths-card{padding:30px}</style>';
  const page = await openFreshPage();
  page.document.body.setHTMLUnsafe(
    `<maths-sign-in origin="demo"><template shadowrootmode="open" shadowrootdelegatesfocus="">${style}${change(box)}<noscript><slot></slot></noscript><slot></slot></template><a href="/">Go on</a></maths-sign-in>`,
  );
  const element = page.document.querySelector('maths-sign-in');
  if (element === null) throw new Error('The page has no element');
  return { page, element };
};

const fill = async (element: Element): Promise<void> => {
  (await field(element, 'email')).value = email;
  const last = await field(element, 'password');
  last.value = password;
  last.focus();
  last.setSelectionRange(1, 3);
};

const loader = (page: Page, name?: string): Promise<unknown> => addScript(page, controlledAddress(name));

describe('a form that the page contains', () => {
  beforeEach(() => document.body.replaceChildren());
  afterEach(async () => {
    await setDelivery(viewChunk, 'normal');
    document.body.replaceChildren();
  });

  it('hydrates the form in the page with the same nodes and no additional ones', async () => {
    const { page, element } = await openSnippet();
    const before = await field(element, 'password');
    await fill(element);
    await loader(page);
    await waitUntil(() => element.shadowRoot?.querySelector('style') === null, 'the style to go');
    equal(element.shadowRoot?.childElementCount, 1, 'boxes');
    const ready = becomesReady(element);
    await setDelivery(viewChunk, 'normal');
    await ready;
    const after = await field(element, 'password');
    isTrue(after === before && element.shadowRoot?.activeElement === before, 'the same node, with the focus');
    equal([after.value, after.selectionStart, after.selectionEnd], [password, 1, 3]);
    equal(element.shadowRoot?.querySelector('[data-sent]') ?? null, null);
  });

  for (const [who, name] of Object.entries({ 'the loader': 'loader.js', 'the plain modules': 'index.js' })) {
    it(`submits a form once by ${who} when it was submitted before any script ran`, async () => {
      const { page, element } = await openSnippet();
      await fill(element);
      (await findInside(element, '[type=submit]')).click();
      isTrue((await findInside(element, '[data-sent]')).matches(':user-valid'), 'the page knows');
      let done = false;
      element.addEventListener('auth-success', () => void (done = true));
      await setDelivery(viewChunk, 'normal');
      await loader(page, name);
      await waitUntil(() => done, 'the result');
      await waitForMessages();
      equal(callsOf(page, login), 1, 'calls');
    });
  }

  it('renders a form of another release again, with text, focus and selection', async () => {
    const { page, element } = await openSnippet((box) =>
      box.replace(/data-form="\S+/, 'data-form="old').replace('maths-heading', 'old-heading'),
    );
    await fill(element);
    const ready = becomesReady(element);
    await loader(page);
    await setDelivery(viewChunk, 'normal');
    await ready;
    const after = await field(element, 'password');
    equal([(await field(element, 'email')).value, after.value], [email, password]);
    equal([after.selectionStart, after.selectionEnd], [1, 3], 'the selection');
    isTrue(element.shadowRoot?.activeElement === after, 'the focus');
    isTrue(element.shadowRoot?.querySelector('.maths-heading') !== null, 'the new form');
    equal(element.shadowRoot?.childElementCount, 1, 'boxes');
  });
});
