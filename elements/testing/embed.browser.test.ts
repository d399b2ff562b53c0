import 'axe-core/axe.min.js';
import {
  addElement,
  authMessages,
  equal,
  findInside,
  heard,
  inspectFrame,
  isTrue,
  loadLoader,
  portal,
  recordMessages,
  waitForMessages,
  waitUntil,
} from './partner.ts';
import { addScript, openFreshPage } from './fresh-page.ts';

const embed = async (
  attributes: Record<string, string> = {},
): Promise<{ element: HTMLElement; frame: HTMLIFrameElement }> => {
  await loadLoader();
  const element = addElement('maths-embed', { widget: 'signin', origin: 'demo', ...attributes });
  return { element, frame: await findInside<HTMLIFrameElement>(element, 'iframe') };
};

const windowOf = (frame: HTMLIFrameElement): Window => {
  if (frame.contentWindow === null) throw new Error('The frame is gone');
  return frame.contentWindow;
};

/** Opens a frame, and waits until its form is complete. */
const readyEmbed = async (attributes: Record<string, string> = {}): ReturnType<typeof embed> => {
  const ready = heard(document, 'ready');
  const opened = await embed(attributes);
  await waitUntil(() => ready.length > 0, 'ready');
  return opened;
};

const credentials = { order: 'fill', email: 'parent@mail.example', password: 'a good password' };

describe('<maths-embed>', () => {
  it('passes an accessibility audit', async () => {
    const { element } = await embed();
    const { violations } = await window.axe.run(element, { iframes: false });
    equal(
      violations.map(({ id }) => id),
      [],
    );
  });

  it('gives its frame exactly the attributes that it needs', async () => {
    const { frame } = await embed({ lang: 'fr', coupon: 'SPRING', theme: 'dark', email: 'parent@mail.example' });
    const attributes = Object.fromEntries([...frame.attributes].map(({ name, value }) => [name, value]));
    equal(attributes, {
      title: 'Numeria\u00a0: connexion',
      sandbox: 'allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox',
      allow: '',
      referrerpolicy: 'strict-origin',
      src: `${portal}/widgets/signin?origin=demo&lang=fr&coupon=SPRING&theme=dark`,
    });
  });

  for (const { widget, fields, form, member } of [
    { widget: 'signin', fields: credentials, form: 'sign-in', member: 'userID' },
    {
      widget: 'teacher-signup',
      fields: { order: 'fill', email: 'teacher@school.example', name: 'Camille Roy', numStudents: '24' },
      form: 'teacher-create',
      member: 'classroomCode',
    },
  ]) {
    it(`fires the event of a bare listener and the DOM event once, with equal details, and each step: ${widget}`, async () => {
      const { messages, stop } = recordMessages();
      const events: Event[] = [];
      document.addEventListener('auth-success', (event) => events.push(event), { once: true });
      const results = heard(document, 'auth-success');
      const steps = heard(document, 'step');
      const { element, frame } = await readyEmbed({ widget });
      equal(new URL(frame.src).pathname, `/widgets/${widget}`);
      windowOf(frame).postMessage(fields, portal);
      await waitUntil(() => results.length > 0 && authMessages(messages).length > 0, 'both');
      await waitForMessages();
      stop();
      equal([results.length, authMessages(messages).length], [1, 1]);
      const [event] = events;
      const [message] = authMessages(messages);
      isTrue(event instanceof CustomEvent && event.composed && event.target === element, 'a composed event of the tag');
      isTrue(member in event.detail, member);
      equal(message?.data, { type: 'AUTH_SUCCESS', ...event.detail });
      equal([message?.origin, message?.source === frame.contentWindow], [portal, true]);
      equal(
        steps.filter((step) => Reflect.get(Object(step), 'step') !== 'started'),
        ['shown', 'submitted', 'succeeded'].map((step) => ({ step, form })),
      );
    });
  }

  it('follows the colour scheme of the surrounding page unless the tag has a theme', async () => {
    const { style } = document.documentElement;
    style.colorScheme = 'dark';
    const { element, frame } = await embed();
    equal(new URL(frame.src).searchParams.get('theme'), 'dark');
    equal(getComputedStyle(frame).colorScheme, 'dark');
    style.colorScheme = 'light';
    equal(getComputedStyle(frame).colorScheme, 'light');
    element.setAttribute('theme', 'dark');
    equal(getComputedStyle(frame).colorScheme, 'dark');
    style.colorScheme = '';
  });

  const teacher = { email: 'taken@school.example', name: 'Camille Roy', numStudents: '24' };
  for (const [what, widget, name, order, expected] of [
    ['that a teacher requested a change', 'teacher-signup', 'update-requested', { ...teacher, order: 'update' }, {}],
    [
      'that a visitor declared the end of a contract, without what was typed',
      'cancel',
      'declared',
      { order: 'declare', name: 'Marie Curie', email: 'parent@mail.example' },
      { kind: 'cancellation' },
    ],
    [
      'an error that only School Zone has, with the message of the widget',
      'teacher-signup',
      'auth-error',
      { ...teacher, order: 'fill' },
      { code: 'TEACHER_ALREADY_EXISTS', message: /courriel est déjà prise/ },
    ],
  ] as const) {
    it(`reports by an event of the tag ${what}`, async () => {
      const { element, frame } = await readyEmbed({ widget, lang: 'fr' });
      const details = heard(element, name);
      windowOf(frame).postMessage(order, portal);
      const [detail] = await waitUntil(() => details.length > 0 && details, 'the event');
      equal(Object.keys(Object(detail)), Object.keys(expected));
      for (const [key, value] of Object.entries(expected)) {
        const given = String(Reflect.get(Object(detail), key));
        isTrue(value instanceof RegExp ? value.test(given) : value === given, `${key}: ${value}`);
      }
    });
  }

  it('prefills through the bridge instead of the URL, and follows lang without reloading the frame', async () => {
    const { element, frame } = await readyEmbed({ email: 'parent@mail.example' });
    isTrue(!frame.src.includes('mail'), 'no address in the URL');
    const address = frame.src;
    const view = windowOf(frame);
    const once = async (what: string, check: (state: Record<string, unknown>) => boolean): Promise<void> => {
      for (let turn = 0; ; turn += 1) {
        if (check(await inspectFrame(view))) return;
        if (turn > 200) throw new Error(`Waited in vain for ${what}`);
      }
    };
    await once('the address', ({ email }) => email === 'parent@mail.example');
    element.lang = 'fr';
    await once('French', ({ text }) => String(text).includes('Se connecter'));
    equal(frame.src, address);
  });

  for (const width of [320, 768, 1280]) {
    it(`gives <maths-embed> the height of its content at ${width} px, with at most three messages per change`, async () => {
      const { element, frame } = await embed();
      element.style.setProperty('width', `${width}px`, 'important');
      const ready = heard(element, 'ready');
      await waitUntil(() => ready.length > 0, 'ready');
      const fits = async (): Promise<void> => {
        await waitForMessages();
        const { height } = await inspectFrame(windowOf(frame));
        const shown = frame.getBoundingClientRect().height;
        isTrue(Math.abs(shown - Number(height)) <= 1, `${shown} px for ${height} px`);
      };
      await waitForMessages(60);
      await fits();
      for (const order of [
        { order: 'grow', height: 90 },
        { ...credentials, password: 'wrong password' },
        { order: 'grow', height: 10 },
      ]) {
        const { messages, stop } = recordMessages();
        windowOf(frame).postMessage(order, portal);
        await waitForMessages(90);
        stop();
        const sizes = messages.filter(({ data }) => typeof data === 'string' && data.includes('maths:size'));
        isTrue(sizes.length >= 1 && sizes.length <= 3, `${sizes.length} size messages`);
        await fits();
      }
    });
  }

  it('reserves a height before the frame sends one', async () => {
    const { frame } = await embed({ coupon: 'late-1500' });
    isTrue(frame.getBoundingClientRect().height > 300, 'a reserved height');
  });

  it('loads the page of its frame once, also when the tag existed before the script', async () => {
    const page = await openFreshPage();
    let frames = 0;
    const create = page.document.createElement.bind(page.document);
    Reflect.set(page.document, 'createElement', (name: string) => {
      frames += name === 'iframe' ? 1 : 0;
      return create(name);
    });
    page.document.body.innerHTML =
      '<maths-embed widget="signin" origin="demo" lang="en" coupon="SPRING"></maths-embed>';
    await addScript(page, `${portal}/elements/loader.js`);
    await waitUntil(() => page.document.querySelector('maths-embed')?.shadowRoot?.querySelector('iframe'), 'the frame');
    equal(frames, 1, 'frames');
  });

  it('keeps the link inside the tag when the widget is unknown', async () => {
    await loadLoader();
    const element = addElement('maths-embed', { widget: 'nothing', origin: 'demo' });
    element.innerHTML = '<a href="/">Go on</a>';
    await waitUntil(() => element.shadowRoot?.querySelector('slot'), 'the slot');
    isTrue((element.querySelector('a')?.getBoundingClientRect().height ?? 0) > 0, 'the link shows');
  });

  it('removes the frame with the tag and starts again with it', async () => {
    const { element, frame } = await embed();
    element.remove();
    isTrue(!frame.isConnected, 'no frame');
    const ready = heard(element, 'ready');
    document.body.append(element);
    await waitUntil(() => ready.length > 0, 'ready again');
    equal(element.shadowRoot?.querySelectorAll('iframe').length, 1, 'frames');
  });
});
