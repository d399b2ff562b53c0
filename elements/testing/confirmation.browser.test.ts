import { type Session, storageKeys } from '../../src/contracts/session.ts';
import { inBothSchemes } from './audit.ts';
import { addElement, equal, findInside, isTrue, loadLoader, waitUntil } from './partner.ts';

const session: Session = {
  code: 200,
  status: 'OK',
  data: { PlayFabId: 'P1F2', SessionTicket: 'P1F2-ticket', EntityToken: { EntityToken: 'entity-token' } },
  token: 'A'.repeat(43),
  email: 'parent@mail.example',
};
const keep = (): void => localStorage.setItem(storageKeys.session, JSON.stringify(session));
const storedToken = (): unknown => JSON.parse(localStorage.getItem(storageKeys.session) ?? '{}').token;

const storeLink = (element: Element): Promise<HTMLAnchorElement> => findInside(element, '.maths-stores a');

describe('<maths-confirmation>', () => {
  const clear = (): void => {
    document.body.replaceChildren();
    document.body.removeAttribute('style');
    localStorage.clear();
  };
  beforeEach(async () => {
    clear();
    await loadLoader();
  });
  afterEach(clear);

  it('passes an accessibility audit in both schemes and languages, with a session and a checkout', async () => {
    keep();
    // The page around shows the result of the checkout.
    const results: unknown[] = [];
    addEventListener('membership-checked', ({ detail }) => results.push(detail));
    await inBothSchemes(async (theme, lang) => {
      const element = addElement('maths-confirmation', { theme, lang, checkout: 'cs_test_1' });
      const known = results.length;
      await waitUntil(() => results.length > known, 'the result of the checkout');
      return element;
    });
  });

  it('renders a code of dark squares on a light background in every colour scheme', async () => {
    const element = addElement('maths-confirmation', { theme: 'dark' });
    const style = getComputedStyle(await findInside(element, '.maths-code'));
    equal([style.fill, style.backgroundColor], ['rgb(29, 33, 72)', 'rgb(255, 255, 255)']);
  });

  it("uses another token when the link's token is no longer available", async () => {
    keep();
    let ready = false;
    addEventListener('ready', () => (ready = true), { once: true });
    const element = addElement('maths-confirmation');
    const link = await storeLink(element);
    await waitUntil(() => ready, 'ready');
    isTrue(link.href.includes(session.token), 'the token goes along');
    link.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true }));
    await waitUntil(() => storedToken() !== session.token, 'another token');
    await waitUntil(() => link.href.includes(String(storedToken())), 'the link to follow');
  });
});
