import { sendKeys } from '@web/test-runner-commands';
import { becomesReady, callsOf, type Drawn, isDefined, openDrawn } from '../testing/drawn.ts';
import { equal, isTrue } from '../testing/expect.ts';
import { elementChunk, setGate } from '../testing/gate.ts';
import { inside, quiet, submit, until } from '../testing/partner.ts';

const email = 'parent@mail.example';
const password = 'a good password';
const login = '/LoginWithEmailAddress';

const field = (element: Element, name: string): Promise<HTMLInputElement> => inside(element, `[name=${name}]`);

/** Until React has it. */
const arrive = async ({ element }: Drawn): Promise<void> => {
  const ready = becomesReady(element);
  await setGate(elementChunk, 'open');
  await ready;
};

/** With real keys, from the first field on. */
const typeBoth = async (element: HTMLElement): Promise<void> => {
  (await field(element, 'email')).focus();
  await sendKeys({ type: email });
  (await field(element, 'password')).focus();
  await sendKeys({ type: password });
};

const activeIn = (element: Element): Element | null => element.shadowRoot?.activeElement ?? null;

describe('a form whose script has not come yet', () => {
  beforeEach(() => setGate(elementChunk, 'shut'));
  afterEach(async () => {
    await setGate(elementChunk, 'open');
    document.body.replaceChildren();
  });

  it('is the same form after it: the very nodes, with text, focus and selection', async () => {
    const drawn = await openDrawn('maths-sign-in');
    const { element } = drawn;
    const fields = [await field(element, 'email'), await field(element, 'password')];
    await typeBoth(element);
    fields[1]?.setSelectionRange(2, 6);
    isTrue(!isDefined(drawn), 'nothing came yet');
    await arrive(drawn);
    equal([(await field(element, 'email')).value, (await field(element, 'password')).value], [email, password]);
    isTrue(fields[0] === (await field(element, 'email')) && fields[1] === (await field(element, 'password')), 'same');
    isTrue(activeIn(element) === fields[1], 'the focus');
    equal([fields[1]?.selectionStart, fields[1]?.selectionEnd], [2, 6], 'the selection');
  });

  it('lets somebody go on in the middle of a word', async () => {
    const drawn = await openDrawn('maths-sign-in');
    (await field(drawn.element, 'email')).focus();
    await sendKeys({ type: 'pare' });
    await arrive(drawn);
    await sendKeys({ type: 'nt@mail.example' });
    equal((await field(drawn.element, 'email')).value, email);
  });

  it('keeps what a password manager filled in without an event', async () => {
    const drawn = await openDrawn('maths-sign-in');
    (await field(drawn.element, 'email')).value = email;
    (await field(drawn.element, 'password')).value = password;
    await arrive(drawn);
    equal((await field(drawn.element, 'email')).value, email);
    equal((await field(drawn.element, 'password')).value, password);
  });

  it('moves by no pixel', async () => {
    const drawn = await openDrawn('maths-sign-up');
    const boxes = () =>
      [...(drawn.element.shadowRoot?.querySelectorAll('*') ?? [])].map((node) => {
        const { x, y, width, height } = node.getBoundingClientRect();
        return [node.localName, x, y, width, height];
      });
    const before = boxes();
    await arrive(drawn);
    equal(boxes(), before);
  });

  for (const [way, send] of Object.entries({
    'by Enter': () => sendKeys({ press: 'Enter' }),
    'by a press': async (element: HTMLElement) => (await inside(element, '[type=submit]')).click(),
    'by Enter and again': async () => {
      await sendKeys({ press: 'Enter' });
      await sendKeys({ press: 'Enter' });
    },
  })) {
    it(`can be sent ${way}: shown as working, and sent once`, async () => {
      const drawn = await openDrawn('maths-sign-in');
      const { element, page } = drawn;
      await typeBoth(element);
      await send(element);
      equal((await inside(element, 'form')).getAttribute('aria-busy'), 'true');
      equal((await inside(element, '[type=submit]')).getAttribute('aria-disabled'), 'true');
      equal(callsOf(page, login), 0);
      let results = 0;
      element.addEventListener('auth-success', () => void (results += 1));
      await setGate(elementChunk, 'open');
      await until(() => results > 0, 'the result');
      await quiet();
      equal([results, callsOf(page, login)], [1, 1], 'results and calls');
    });
  }

  it('can be sent in another language than it was drawn in', async () => {
    const drawn = await openDrawn('maths-sign-in');
    const { element, page } = drawn;
    await typeBoth(element);
    await submit(element);
    element.lang = 'fr';
    let done = false;
    element.addEventListener('auth-success', () => void (done = true));
    await setGate(elementChunk, 'open');
    await until(() => done, 'the result');
    equal(callsOf(page, login), 1);
  });

  it('does what a pressed button says, once, when it can', async () => {
    const drawn = await openDrawn('maths-sign-in');
    const { element } = drawn;
    (await inside(element, '.maths-reveal')).click();
    equal((await field(element, 'password')).type, 'password');
    await arrive(drawn);
    await until(async () => (await field(element, 'password')).type === 'text', 'the password to show');
    equal((await field(element, 'password')).type, 'text');
  });

  it('says that a page is none of ours, and takes nothing', async () => {
    const drawn = await openDrawn('maths-sign-in', { origin: 'nobody' });
    await typeBoth(drawn.element);
    await submit(drawn.element);
    await setGate(elementChunk, 'open');
    const message = await inside(drawn.element, '[role=alert]');
    isTrue(message.textContent?.includes('Invalid parent origin!'), 'the sentence');
    await quiet();
    equal(callsOf(drawn.page, login), 0);
  });
});

describe('a tag that changes before its script comes', () => {
  beforeEach(() => setGate(elementChunk, 'shut'));
  afterEach(async () => {
    await setGate(elementChunk, 'open');
    document.body.replaceChildren();
  });

  it('speaks the new language, and keeps text and focus', async () => {
    const drawn = await openDrawn('maths-sign-in');
    const { element } = drawn;
    await typeBoth(element);
    element.lang = 'fr';
    await arrive(drawn);
    isTrue(element.shadowRoot?.textContent?.includes('Se connecter'), 'French');
    equal((await field(element, 'password')).value, password);
    isTrue(activeIn(element) === (await field(element, 'password')), 'the focus');
  });

  it('has the address, theme and coupon that it was given meanwhile', async () => {
    const drawn = await openDrawn('maths-sign-in', { origin: 'demo', email: 'first@mail.example', theme: 'dark' });
    const { element } = drawn;
    equal((await field(element, 'email')).value, 'first@mail.example');
    equal((await inside(element, '.maths')).getAttribute('data-theme'), 'dark');
    element.setAttribute('email', email);
    element.setAttribute('theme', 'light');
    element.setAttribute('coupon', 'SUMMER');
    await arrive(drawn);
    equal((await field(element, 'email')).value, email);
    equal((await inside(element, '.maths')).getAttribute('data-theme'), 'light');
    isTrue((await inside<HTMLAnchorElement>(element, 'a')).href.includes('coupon=SUMMER'), 'the coupon');
  });

  it('takes away an address and a theme', async () => {
    const drawn = await openDrawn('maths-sign-in', { origin: 'demo', email, theme: 'dark' });
    drawn.element.removeAttribute('theme');
    await arrive(drawn);
    equal((await inside(drawn.element, '.maths')).getAttribute('data-theme'), null);
  });

  it('is drawn in French at once where the page is French', async () => {
    const drawn = await openDrawn('maths-sign-in', { origin: 'demo', lang: 'fr' });
    isTrue(drawn.element.shadowRoot?.textContent?.includes('Se connecter'), 'French');
    isTrue(!isDefined(drawn), 'nothing came yet');
    const before = await field(drawn.element, 'email');
    await arrive(drawn);
    isTrue(before === (await field(drawn.element, 'email')), 'the same node');
  });

  it('keeps what was typed when it is moved', async () => {
    const drawn = await openDrawn('maths-sign-in');
    const { element, page } = drawn;
    (await field(element, 'email')).value = email;
    const other = page.document.createElement('section');
    page.document.body.append(other);
    other.append(element);
    await quiet(3);
    await arrive(drawn);
    equal((await field(element, 'email')).value, email);
    equal(element.shadowRoot?.querySelectorAll('form').length, 1, 'forms');
  });

  it('may leave, and another may come', async () => {
    const { element, page } = await openDrawn('maths-sign-in');
    element.remove();
    const others = ['maths-sign-in', 'maths-sign-up'].map((tag) => page.document.createElement(tag));
    for (const other of others) other.setAttribute('origin', 'demo');
    page.document.body.append(...others);
    for (const other of others) (await field(other, 'email')).value = email;
    const ready = Promise.all(others.map(becomesReady));
    await setGate(elementChunk, 'open');
    await ready;
    for (const other of others) equal((await field(other, 'email')).value, email);
    equal(element.shadowRoot?.activeElement, null);
  });

  it('without a shadow root waits for its script', async () => {
    await setGate(elementChunk, 'open');
    const drawn = await openDrawn('maths-sign-in', { origin: 'demo', 'light-dom': '' });
    isTrue(drawn.element.shadowRoot === null, 'no shadow root');
  });
});

describe('a teacher’s form whose script has not come yet', () => {
  beforeEach(() => setGate(elementChunk, 'shut'));
  afterEach(async () => {
    await setGate(elementChunk, 'open');
    document.body.replaceChildren();
  });

  for (const mode of ['create', 'update']) {
    it(`keeps every kind of field to ${mode}, and can be sent once all is filled in`, async () => {
      const drawn = await openDrawn('maths-teacher-sign-up', { origin: 'demo', mode });
      const { element } = drawn;
      const values = { email: 'teacher@school.example', numStudents: '24', ageGroup: '8-9' };
      const fields = await Promise.all(
        Object.entries(values).map(async ([name, value]) => {
          const input = await field(element, name);
          input.value = value;
          return input;
        }),
      );
      await arrive(drawn);
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
});
