import { sendKeys } from '@web/test-runner-commands';
import {
  becomesReady,
  callsOf,
  firstFile,
  isReady,
  openPrerendered,
  type PrerenderedPage,
  setDelivery,
  typeBoth,
  viewChunk,
} from './fresh-page.ts';
import { equal, field, findInside, heard, isTrue, submit, waitForMessages, waitUntil } from './partner.ts';

const email = 'parent@mail.example';
const password = 'a good password';
const login = '/LoginWithEmailAddress';

/** Waits until the view has hydrated the form. */
const arrive = async ({ element }: PrerenderedPage): Promise<void> => {
  const ready = becomesReady(element);
  await setDelivery(viewChunk, 'normal');
  await ready;
};

/** Lets a file arrive only when a test, or its end, says so. */
const delay = (file: string): void => {
  beforeEach(() => setDelivery(file, 'delayed'));
  afterEach(() => setDelivery(file, 'normal'));
};

const activeIn = (element: Element): Element | null => element.shadowRoot?.activeElement ?? null;

describe('a prerendered form whose view is not loaded yet', () => {
  delay(viewChunk);

  it('keeps its nodes with text, focus and selection when it is hydrated in the middle of a word', async () => {
    const opened = await openPrerendered('maths-sign-in');
    const { element } = opened;
    const fields = [await field(element, 'email'), await field(element, 'password')];
    // A password manager fills in fields without an event.
    (await field(element, 'email')).value = email;
    fields[1]?.focus();
    await sendKeys({ type: 'a good pass' });
    fields[1]?.setSelectionRange(2, 6);
    isTrue(!isReady(opened), 'nothing came yet');
    await arrive(opened);
    isTrue(fields[0] === (await field(element, 'email')) && fields[1] === (await field(element, 'password')), 'same');
    isTrue(activeIn(element) === fields[1], 'the focus');
    equal([fields[1]?.selectionStart, fields[1]?.selectionEnd], [2, 6], 'the selection');
    fields[1]?.setSelectionRange(11, 11);
    await sendKeys({ type: 'word' });
    equal([(await field(element, 'email')).value, (await field(element, 'password')).value], [email, password]);
  });

  it('moves no prerendered form by a pixel when it is hydrated', async () => {
    const opened = await openPrerendered('maths-sign-up');
    const boxes = () =>
      [...(opened.element.shadowRoot?.querySelectorAll('*') ?? [])].map((node) => {
        const { x, y, width, height } = node.getBoundingClientRect();
        return [node.localName, x, y, width, height];
      });
    const before = boxes();
    await arrive(opened);
    equal(boxes(), before);
  });

  for (const [tag, call] of [
    ['maths-sign-in', login],
    ['maths-sign-up', '/RegisterPlayFabUser'],
  ] as const) {
    it(`authenticates before the view is loaded, and fires its event once: ${tag}`, async () => {
      const opened = await openPrerendered(tag);
      const { element, page } = opened;
      const results = heard(element, 'auth-success');
      await typeBoth(element);
      await sendKeys({ press: 'Enter' });
      await sendKeys({ press: 'Enter' });
      await waitUntil(() => results.length > 0, 'the result');
      await waitForMessages();
      equal([results.length, callsOf(page, call)], [1, 1], 'results and calls');
      equal(Reflect.get(Object(results[0]), 'userID'), 'user-1');
      isTrue(!isReady(opened), 'its view is not loaded yet');
    });
  }

  it('applies a pressed button as soon as the view is loaded', async () => {
    const opened = await openPrerendered('maths-sign-in');
    const { element } = opened;
    (await findInside(element, '.maths-reveal')).click();
    equal((await field(element, 'password')).type, 'password');
    await arrive(opened);
    await waitUntil(async () => (await field(element, 'password')).type === 'text', 'the password to show');
    equal((await field(element, 'password')).type, 'text');
  });
});

describe('a tag that changes before its view is loaded', () => {
  delay(viewChunk);

  it('uses the email, theme and coupon that were set before the view was loaded', async () => {
    const opened = await openPrerendered('maths-sign-in', {
      origin: 'demo',
      email: 'first@mail.example',
      theme: 'dark',
    });
    const { element } = opened;
    equal((await field(element, 'email')).value, 'first@mail.example');
    equal((await findInside(element, '.maths')).getAttribute('data-theme'), 'dark');
    element.setAttribute('email', email);
    element.removeAttribute('theme');
    element.setAttribute('coupon', 'SUMMER');
    // What hydrates the form may be late with the values of this page.
    Reflect.set(opened.page.view, 'setTimeout', (run: () => void) => setTimeout(run, 100));
    await arrive(opened);
    equal((await field(element, 'email')).value, email);
    equal((await findInside(element, '.maths')).getAttribute('data-theme'), null);
    isTrue((await findInside<HTMLAnchorElement>(element, 'a')).href.includes('coupon=SUMMER'), 'the coupon');
  });

  it('shows French from the start on a French page, and switches the language with text and focus', async () => {
    const opened = await openPrerendered('maths-sign-in', { origin: 'demo', lang: 'fr' });
    const { element } = opened;
    isTrue(element.shadowRoot?.textContent?.includes('Se connecter'), 'French');
    isTrue(!isReady(opened), 'nothing came yet');
    await typeBoth(element);
    element.lang = 'en';
    await arrive(opened);
    isTrue(element.shadowRoot?.textContent?.includes('Log in'), 'English');
    equal((await field(element, 'password')).value, password);
    isTrue(activeIn(element) === (await field(element, 'password')), 'the focus');
  });
});

describe('a prerendered form whose controller is not loaded yet', () => {
  delay(firstFile);

  for (const again of [false, true]) {
    it(`submits a form once that was submitted before its controller is loaded, and marks it as busy: ${again ? 'twice' : 'once'}`, async () => {
      const { element, page } = await openPrerendered('maths-sign-in');
      await typeBoth(element);
      await sendKeys({ press: 'Enter' });
      if (again) (await findInside(element, '[type=submit]')).click();
      equal((await findInside(element, 'form')).getAttribute('aria-busy'), 'true');
      equal((await findInside(element, '[type=submit]')).getAttribute('aria-disabled'), 'true');
      equal(callsOf(page, login), 0);
      const results = heard(element, 'auth-success');
      await setDelivery(firstFile, 'normal');
      await waitUntil(() => results.length > 0, 'the result');
      await waitForMessages();
      equal([results.length, callsOf(page, login)], [1, 1], 'results and calls');
    });
  }

  it('marks a form as no longer busy after a check failed before sending', async () => {
    const { element } = await openPrerendered('maths-sign-in');
    await submit(element);
    equal((await findInside(element, 'form')).getAttribute('aria-busy'), 'true');
    await setDelivery(firstFile, 'normal');
    await findInside(element, '[role=alert]');
    await waitUntil(
      async () => (await findInside(element, 'form')).getAttribute('aria-busy') === 'false',
      'the form to be idle',
    );
    isTrue(activeIn(element) === (await field(element, 'email')), 'the first missing field has the focus');
  });
});

describe('a teacher’s prerendered form whose view is not loaded yet', () => {
  delay(viewChunk);

  for (const mode of ['create', 'update']) {
    it(`keeps every kind of field to ${mode}, and can be submitted once all are filled in`, async () => {
      const opened = await openPrerendered('maths-teacher-sign-up', { origin: 'demo', mode });
      const { element } = opened;
      const values = { email: 'teacher@school.example', numStudents: '24', ageGroup: '8-9' };
      const fields = await Promise.all(
        Object.entries(values).map(async ([name, value]) => {
          const input = await field(element, name);
          input.value = value;
          return input;
        }),
      );
      await arrive(opened);
      equal(
        await Promise.all(Object.keys(values).map(async (name) => (await field(element, name)).value)),
        Object.values(values),
      );
      isTrue(
        fields.every((input) => input.isConnected),
        'the same fields',
      );
    });
  }

  it('can be submitted by Enter directly after the last character', async () => {
    const { element } = await openPrerendered('maths-teacher-sign-up', { origin: 'demo' });
    const button = await findInside<HTMLButtonElement>(element, 'button[type=submit]');
    button.disabled = false;
    await waitUntil(() => button.disabled, 'the controller, which finds the form incomplete');
    for (const name of ['email', 'name']) {
      const input = await field(element, name);
      input.value = 'teacher@school.example';
      input.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }));
    }
    isTrue(!button.disabled, 'the button is enabled');
  });
});

const values = { email: 'teacher@school.example', name: 'Camille Roy', numStudents: '24', password };

describe('a form whose request runs', () => {
  delay(viewChunk);

  for (const [tag, focused] of [
    ['maths-teacher-sign-up', 'numStudents'],
    ['maths-teacher-sign-up', 'ageGroup'],
    ['maths-sign-in', 'password'],
  ] as const) {
    for (const when of ['before its view is loaded', 'while its view is loaded', 'in its view']) {
      it(`takes no input ${when}, and keeps the focus: ${tag}, ${focused}`, async () => {
        const opened = await openPrerendered(tag);
        const { element, page } = opened;
        if (when === 'in its view') await arrive(opened);
        const root = element.shadowRoot;
        isTrue(root !== null, 'a shadow root');
        let sent = 0;
        page.view.fetch = () => {
          sent += 1;
          return new Promise(() => undefined);
        };
        for (const [name, value] of Object.entries(values)) {
          const input = root.querySelector<HTMLInputElement>(`[name=${name}]`);
          if (input === null) continue;
          input.value = value;
          input.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }));
        }
        const submitButton = await findInside<HTMLButtonElement>(element, '[type=submit]');
        await waitUntil(() => !submitButton.disabled, 'the button to be enabled');
        const input = await field(element, focused);
        input.focus();
        submitButton.click();
        await waitUntil(() => sent > 0 && submitButton.ariaDisabled === 'true', 'the call');
        if (when === 'while its view is loaded') await arrive(opened);
        const shown = () => [
          element.getAttribute('mode'),
          ...[...root.querySelectorAll<HTMLInputElement>('input, select')].map((one) => [
            one.type,
            one.value,
            one.checked,
          ]),
        ];
        const before = shown();
        for (const key of ['a', '1', 'ArrowDown', 'Enter', 'Backspace']) await sendKeys({ press: key });
        const pressed: string[] = [];
        for (const one of root.querySelectorAll<HTMLElement>('a, button, label, [type=checkbox]')) {
          const press = new MouseEvent('mousedown', { bubbles: true, cancelable: true, composed: true });
          const click = new MouseEvent('click', { bubbles: true, cancelable: true, composed: true });
          if (one.dispatchEvent(press) || one.dispatchEvent(click)) pressed.push(one.outerHTML);
        }
        await waitForMessages();
        equal(pressed, [], 'what can be pressed');
        equal(shown(), before, 'the fields');
        isTrue(activeIn(element) === input, 'the focus');
        equal([sent, (await findInside(element, 'form')).ariaBusy], [1, 'true'], 'calls, busy');
      });
    }
  }
});
