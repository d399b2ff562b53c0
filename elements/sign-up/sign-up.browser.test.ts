import { contract } from '../testing/contract.ts';
import {
  addElement,
  equal,
  fillForm,
  findInside,
  isTrue,
  loadLoader,
  submit,
  waitForMessages,
  waitUntil,
} from '../testing/partner.ts';

contract({
  tag: 'maths-sign-up',
  attributes: { origin: 'demo' },
  says: { en: 'Create your account', fr: 'Créer votre compte' },
  field: '[name=email]',
});

/** Returns the request that the page sends for PlayFab's registration. */
const spyOnRegistrations = (): { passwords: unknown[]; stop(): void } => {
  const passwords: unknown[] = [];
  const real = window.fetch;
  window.fetch = (input, init) => {
    const address = input instanceof Request ? input.url : String(input);
    if (address.includes('RegisterPlayFabUser')) passwords.push(JSON.parse(String(init?.body)).Password);
    return real(input, init);
  };
  return { passwords, stop: () => void (window.fetch = real) };
};

const signUp = async (): Promise<HTMLElement> => {
  document.body.replaceChildren();
  await loadLoader();
  const element = addElement('maths-sign-up', { origin: 'demo', lang: 'en' });
  await findInside(element, '[name=password]');
  return element;
};

describe('a password at sign-up', () => {
  it('accepts spaces, emoji and 100 characters, and rejects 101 without cutting them', async () => {
    const { passwords, stop } = spyOnRegistrations();
    const good = ['  two spaces around  ', 'pass🦊word🦊', 'é'.repeat(8), 'x'.repeat(100)];
    for (const password of good) {
      const element = await signUp();
      let done = false;
      element.addEventListener('auth-success', () => void (done = true));
      await fillForm(element, 'parent@mail.example', password);
      await submit(element);
      await waitUntil(() => done, `the account with ${password}`);
    }
    equal(passwords, good, 'passwords as they were sent');

    const element = await signUp();
    await fillForm(element, 'parent@mail.example', 'x'.repeat(101));
    await submit(element);
    const alert = await findInside(element, '[role=alert]');
    isTrue(alert.textContent?.includes('100'), 'the sentence names the limit');
    await waitForMessages();
    stop();
    equal(passwords.length, good.length, 'registrations');
    equal((await findInside<HTMLInputElement>(element, '[name=password]')).value.length, 101, 'signs in the field');
  });

  it('accepts pasting a password and shows it', async () => {
    const element = await signUp();
    const field = await findInside<HTMLInputElement>(element, '[name=password]');
    equal([field.type, field.autocomplete, field.maxLength], ['password', 'new-password', -1]);
    const paste = new ClipboardEvent('paste', { bubbles: true, cancelable: true });
    isTrue(field.dispatchEvent(paste), 'nobody prevents the paste');
    (await findInside(element, '[part~=input] ~ button')).click();
    await waitUntil(() => field.type === 'text', 'the password to show');
  });
});
