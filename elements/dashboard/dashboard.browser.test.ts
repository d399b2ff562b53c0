import 'axe-core/axe.min.js';
import { storageKeys } from '../../src/contracts/session.ts';
import { equal, isTrue } from '../testing/expect.ts';
import { inside, loadLoader, quiet, until } from '../testing/partner.ts';

const session = {
  code: 200,
  status: 'OK',
  data: { PlayFabId: 'P1F2', SessionTicket: 'P1F2-ticket', EntityToken: { EntityToken: 'entity-token' } },
  token: 'A'.repeat(43),
  email: 'parent@mail.example',
};

const dashboard = async (): Promise<{ element: HTMLElement; left: Event[] }> => {
  await loadLoader();
  const left: Event[] = [];
  const element = document.createElement('maths-dashboard');
  element.addEventListener('signed-out', (event) => left.push(event));
  document.body.append(element);
  return { element, left };
};

describe('<maths-dashboard>', () => {
  beforeEach(() => {
    document.body.replaceChildren();
    localStorage.clear();
  });
  afterEach(() => {
    document.body.replaceChildren();
    localStorage.clear();
  });

  it('passes an accessibility audit and shows whose account it is', async () => {
    localStorage.setItem(storageKeys.session, JSON.stringify(session));
    const { element } = await dashboard();
    await until(() => element.shadowRoot?.textContent?.includes(session.email), 'the address');
    const { violations } = await window.axe.run(element);
    equal(
      violations.map(({ id }) => id),
      [],
    );
  });

  it('tells once that nobody is signed in', async () => {
    const { left } = await dashboard();
    await until(() => left.length > 0, 'signed-out');
    await quiet();
    equal(
      left.map(({ bubbles, composed }) => [bubbles, composed]),
      [[true, true]],
    );
  });

  it('speaks another language at once', async () => {
    localStorage.setItem(storageKeys.session, JSON.stringify(session));
    const { element } = await dashboard();
    await until(() => element.shadowRoot?.textContent?.includes('Log out'), 'English');
    element.lang = 'fr';
    await until(() => element.shadowRoot?.textContent?.includes('déconnecter'), 'French');
  });

  it('logs out: the event, and nothing left behind', async () => {
    localStorage.setItem(storageKeys.session, JSON.stringify(session));
    const { element, left } = await dashboard();
    await inside(element, 'button');
    const button = await until(() =>
      [...(element.shadowRoot?.querySelectorAll('button') ?? [])].find(({ textContent }) => textContent === 'Log out'),
    );
    button.click();
    await until(() => left.length > 0, 'signed-out');
    isTrue(localStorage.getItem(storageKeys.session) === null, 'no session');
  });
});
