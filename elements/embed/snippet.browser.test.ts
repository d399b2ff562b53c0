import { equal, isTrue } from '../testing/expect.ts';
import { addScript, openFreshPage, type Page } from '../testing/fresh-page.ts';
import { findInside, portal, waitForMessages, waitUntil } from '../testing/partner.ts';

/** Tests embed code in a partner's page, before any script and after the script has loaded. */
const email = 'parent@mail.example';
const folder = '/elements/testing/fixtures';

const paste = async (query: string, path = folder): Promise<{ page: Page; element: HTMLElement }> => {
  const page = await openFreshPage(`${path}/snippet.html?${query}`);
  const element = page.document.querySelector<HTMLElement>(
    'maths-sign-in, maths-sign-up, maths-teacher-sign-up, maths-embed',
  );
  if (element === null) throw new Error('The page has no embed code');
  return { page, element };
};

const part = <Part extends Element>({ shadowRoot }: Element, selector: string): Part => {
  const found = shadowRoot?.querySelector<Part>(selector);
  if (found === null || found === undefined) throw new Error(`${selector} does not stand there`);
  return found;
};

const type = (element: Element): HTMLInputElement => {
  const field = part<HTMLInputElement>(element, '[name=email]');
  field.value = email;
  part<HTMLInputElement>(element, '[name=password]').value = 'a good password';
  field.focus();
  return field;
};

const heard = (element: EventTarget, name: string): Event[] => {
  const events: Event[] = [];
  element.addEventListener(name, (event) => events.push(event));
  return events;
};

const load = (page: Page): Promise<unknown> => addScript(page, `${portal}/elements/loader.js`);

const problemsOf = ({ view }: Page): unknown => Reflect.get(view, 'problems');

describe('embed code in a page', () => {
  beforeEach(() => document.body.replaceChildren());
  afterEach(() => document.body.replaceChildren());

  for (const query of ['tag=maths-sign-in', 'tag=maths-sign-up&lang=fr', 'tag=maths-teacher-sign-up&lang=fr']) {
    it(`accepts typing before any script runs, and sends nothing anywhere: ${query}`, async () => {
      const { page, element } = await paste(query);
      const address = page.view.location.href;
      const field = part<HTMLInputElement>(element, '[name=email]');
      field.focus();
      page.document.execCommand('insertText', false, email);
      equal([field.value, element.shadowRoot?.activeElement === field], [email, true]);
      isTrue(field.getBoundingClientRect().height >= 44, 'a field of the form’s own look');
      isTrue(element.querySelector('a')?.checkVisibility({ visibilityProperty: true }) === false, 'the link waits');
      part<HTMLElement>(element, '[type=submit]').click();
      await waitForMessages();
      equal(page.view.location.href, address);
    });
  }

  it('hydrates the form in place with the same fields, text and focus, and submits it once', async () => {
    const { page, element } = await paste('');
    const field = type(element);
    const ready = heard(element, 'ready');
    const results = heard(element, 'auth-success');
    const { top, height } = element.getBoundingClientRect();
    await load(page);
    await waitUntil(() => ready.length > 0, 'ready');
    const now = element.getBoundingClientRect();
    equal(
      [part(element, '[name=email]') === field, field.value, element.shadowRoot?.activeElement === field],
      [true, email, true],
    );
    equal([now.top, now.height, ready.length], [top, height, 1]);
    part<HTMLFormElement>(element, 'form').requestSubmit();
    await waitUntil(() => results.length > 0, 'the result');
    await waitForMessages();
    equal([results.length, problemsOf(page)], [1, []]);
  });

  for (const query of ['', 'version=of-long-ago']) {
    it(`shows a submit from before any script ran, and sends it once when the script has loaded: ${query}`, async () => {
      const { page, element } = await paste(query);
      type(element);
      const button = part<HTMLButtonElement>(element, '[type=submit]');
      const cursor = (): string => page.view.getComputedStyle(button).cursor;
      equal(cursor(), 'pointer');
      button.click();
      equal(cursor(), 'progress');
      const results = heard(element, 'auth-success');
      await load(page);
      await waitUntil(() => results.length > 0, 'the result');
      await waitForMessages();
      equal(results.length, 1);
    });
  }

  it('renders the form of an older build again with the newer script, and keeps text and focus', async () => {
    const { page, element } = await paste('version=of-long-ago');
    const field = type(element);
    const ready = heard(element, 'ready');
    await load(page);
    await waitUntil(() => ready.length > 0, 'ready');
    const fresh = part<HTMLInputElement>(element, '[name=email]');
    equal([fresh === field, fresh.value, element.shadowRoot?.activeElement === fresh], [false, email, true]);
  });

  it('shows a usable form on a page that blocks styles, and gets its styles from the script', async () => {
    const { page, element } = await paste('', '/strict');
    const field = type(element);
    const ready = heard(element, 'ready');
    isTrue(field.getBoundingClientRect().height > 0, 'a bare field');
    await load(page);
    await waitUntil(() => ready.length > 0, 'ready');
    equal([field.value, field.getBoundingClientRect().height], [email, 48]);
  });
});

describe("a frame in a page's embed code", () => {
  beforeEach(() => document.body.replaceChildren());
  afterEach(() => document.body.replaceChildren());

  for (const tag of ['maths-sign-in', 'maths-teacher-sign-up']) {
    it(`loads the frame with the page and keeps it: ${tag}`, async () => {
      const { page, element } = await paste(`tag=${tag}&frame`);
      const frame = part<HTMLIFrameElement>(element, 'iframe');
      const view = frame.contentWindow;
      isTrue(view !== null && element.getBoundingClientRect().height > 400, 'a page in a frame, and a height');
      // The form in the frame is loaded and has sent its first message, which was not received.
      await waitUntil(() => page.document.readyState === 'complete', 'the page');
      const loads = heard(frame, 'load');
      const ready = heard(element, 'ready');
      await load(page);
      await waitUntil(() => ready.length > 0, 'ready');
      equal([part(element, 'iframe') === frame, frame.contentWindow === view, loads.length], [true, true, 0]);
      equal(element.shadowRoot?.childNodes.length, 1);
    });
  }

  it('replaces the frame when the tag asks for another one', async () => {
    const { page, element } = await paste('frame');
    const frame = part<HTMLIFrameElement>(element, 'iframe');
    element.setAttribute('coupon', 'SPRING');
    await load(page);
    await waitUntil(() => !frame.isConnected, 'the old one to go');
    const fresh = await findInside<HTMLIFrameElement>(element, 'iframe');
    equal(new URL(fresh.src).searchParams.get('coupon'), 'SPRING');
    equal([...fresh.attributes].map(({ name }) => name).sort(), [...frame.attributes].map(({ name }) => name).sort());
  });

  it('fires the same events for a sign-in', async () => {
    const { page, element } = await paste('frame');
    const ready = heard(element, 'ready');
    const results = heard(page.document, 'auth-success');
    await load(page);
    await waitUntil(() => ready.length > 0, 'ready');
    const { contentWindow } = part<HTMLIFrameElement>(element, 'iframe');
    if (contentWindow === null) throw new Error('The frame is gone');
    contentWindow.postMessage({ order: 'fill', email, password: 'a good password' }, portal);
    await waitUntil(() => results.length > 0, 'the result');
    await waitForMessages();
    equal(results.length, 1);
  });
});
