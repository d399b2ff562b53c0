import { sendKeys } from '@web/test-runner-commands';
import { callsOf, openDrawn } from '../testing/drawn.ts';
import { equal, isTrue } from '../testing/expect.ts';
import { elementChunk, setGate } from '../testing/gate.ts';
import { inside, quiet, submit, until } from '../testing/partner.ts';

const login = '/LoginWithEmailAddress';
const words = '/chunks/common-';
const plainScript = '/maths-portal.classic.js';
const field = (element: Element, name: string): Promise<HTMLInputElement> => inside(element, `[name=${name}]`);

const typeBoth = async (element: Element): Promise<void> => {
  (await field(element, 'email')).focus();
  await sendKeys({ type: 'parent@mail.example' });
  (await field(element, 'password')).focus();
  await sendKeys({ type: 'a good password' });
};

describe('a drawn form whose files can not be had', () => {
  afterEach(async () => {
    for (const files of [elementChunk, plainScript, words]) await setGate(files, 'open');
    document.body.replaceChildren();
  });

  // Firefox asks for a module once in the life of a page. The script has another way to come, words have none.
  const isFirefox = navigator.userAgent.includes('Firefox');
  for (const [what, files] of Object.entries(isFirefox ? { script: elementChunk } : { script: elementChunk, words })) {
    it(`says so above it when it is the ${what}, leaves the focus, and goes on when asked`, async () => {
      await setGate(files, 'broken');
      const { element, page } = await openDrawn('maths-sign-in');
      const before = await field(element, 'email');
      await typeBoth(element);
      await submit(element);
      const message = await inside(element, '[role=alert]');
      isTrue(message.textContent?.includes('has not loaded completely'), 'the sentence');
      isTrue(element.shadowRoot?.activeElement === (await field(element, 'password')), 'the focus');
      isTrue(message.getBoundingClientRect().bottom <= before.getBoundingClientRect().top, 'above');
      equal((await field(element, 'password')).value, 'a good password');
      await setGate(files, 'open');
      let done = false;
      element.addEventListener('auth-success', () => void (done = true));
      (await inside(element, '[role=alert] button')).click();
      await until(() => done, 'the result of what was sent before');
      await quiet();
      equal(callsOf(page, login), 1, 'calls');
      equal(element.shadowRoot?.querySelector('[role=alert]') ?? null, null, 'the message');
    });
  }

  it('says so again when it fails again', async () => {
    for (const files of [elementChunk, plainScript]) await setGate(files, 'broken');
    const { element } = await openDrawn('maths-sign-in', { origin: 'demo', lang: 'fr' });
    const first = await inside(element, '[role=alert]');
    isTrue(first.textContent?.includes('Réessayer'), 'French');
    (await inside(element, '[role=alert] button')).click();
    await until(() => {
      const message = element.shadowRoot?.querySelector('[role=alert]');
      return message !== null && message !== first;
    }, 'a new message');
    equal(element.shadowRoot?.querySelectorAll('[role=alert]').length, 1, 'messages');
    isTrue(element.shadowRoot?.activeElement instanceof HTMLElement || document.hasFocus(), 'the focus is kept');
  });

  it('is drawn by nobody when its own forms can not be had, and works all the same', async () => {
    await setGate('/chunks/forms-', 'broken');
    const { element } = await openDrawn('maths-sign-in', { origin: 'demo', lang: 'fr' });
    await setGate('/chunks/forms-', 'open');
    isTrue((await inside(element, '.maths')).textContent?.includes('Se connecter'), 'French');
  });
});
