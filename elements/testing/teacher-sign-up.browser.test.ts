import {
  addElement,
  authMessages,
  equal,
  findInside,
  isTrue,
  loadLoader,
  partner,
  recordMessages,
  submit,
  waitForMessages,
  waitUntil,
} from './partner.ts';

const teacher = { email: 'teacher@school.example', name: 'Camille Roy', numStudents: '24' };

/** Types like a person, with the events of real typing. */
const type = async (element: Element, values: Record<string, string>): Promise<void> => {
  for (const [name, value] of Object.entries(values)) {
    const input = await findInside<HTMLInputElement>(element, `[name=${name}]`);
    input.value = value;
    input.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }));
  }
};

/** Records the bodies of the calls to these paths. */
const spy = (paths: readonly string[]) => {
  const calls: { path: string; body: string }[] = [];
  const real = window.fetch;
  window.fetch = async (input, init) => {
    const { pathname } = new URL(input instanceof Request ? input.url : String(input));
    const path = paths.find((one) => pathname.endsWith(one));
    if (path !== undefined) calls.push({ path, body: String(init?.body) });
    return real(input, init);
  };
  return { calls, stop: () => void (window.fetch = real) };
};

const show = async (): Promise<HTMLElementTagNameMap['maths-teacher-sign-up']> => {
  document.body.replaceChildren();
  await loadLoader();
  const element = addElement('maths-teacher-sign-up', { origin: 'demo', lang: 'en' });
  await findInside(element, '[name=email]');
  return element;
};

describe('a teacher on a partner’s page', () => {
  afterEach(() => document.body.replaceChildren());

  it('signs up with the calls in order, one id, one event, one message, and nothing stored', async () => {
    const { calls, stop } = spy(['LoginWithCustomID', 'LinkCustomID', 'LinkIOSDeviceID', '/schoolzone/teachers']);
    const { messages, stop: stopRecording } = recordMessages();
    const stored = JSON.stringify({ ...localStorage });
    const element = await show();
    const results: unknown[] = [];
    element.addEventListener('auth-success', ({ detail }) => void results.push(detail));
    await findInside(element, 'button[type=submit]:disabled');
    await type(element, teacher);
    await findInside(element, 'button[type=submit]:enabled');
    await submit(element);
    await findInside(element, '[role=status]');
    await waitForMessages();
    stop();
    stopRecording();

    equal(
      calls.map(({ path }) => path),
      ['LoginWithCustomID', 'LinkCustomID', 'LinkIOSDeviceID', '/schoolzone/teachers'],
    );
    const id = new URLSearchParams(calls[3]?.body).get('teacherAuthID');
    isTrue(id !== null && /^[A-Za-z0-9_-]{43}$/.test(id), 'an id of 32 bytes');
    equal(
      calls.map(({ body }) => body.includes(id)),
      [true, true, true, true],
    );
    const [result] = results;
    equal(results.length, 1, 'events');
    isTrue(typeof result === 'object' && result !== null && 'classroomID' in result, 'a class');
    const sent = authMessages(messages);
    equal(
      sent.map(({ data, origin }) => [data, origin]),
      [[{ type: 'AUTH_SUCCESS', ...result }, partner]],
    );
    equal(JSON.stringify({ ...localStorage }), stored, 'the storage');
  });

  it('follows its mode, which a pressed link updates, and shows the first form for an unknown one', async () => {
    const element = await show();
    await type(element, teacher);
    const heading = () => element.shadowRoot?.querySelector('h2')?.textContent;
    element.mode = 'update';
    await waitUntil(() => heading() === 'Update your classroom', 'the other form');
    (await findInside(element, 'nav a')).click();
    await waitUntil(() => heading() === 'Create your classroom', 'the first form');
    equal(element.mode, 'create');
    equal((await findInside<HTMLInputElement>(element, '[name=name]')).value, teacher.name, 'the name');
    element.setAttribute('mode', 'delete');
    await waitForMessages();
    equal(heading(), 'Create your classroom');
  });
});
