import { storageKeys } from '../../src/contracts/session.ts';
import { inBothSchemes } from './audit.ts';
import { storedSession } from './dashboard-answers.ts';
import { addElement, equal, findInside, isTrue, loadLoader, waitUntil } from './partner.ts';

const keep = (): void => localStorage.setItem(storageKeys.session, JSON.stringify(storedSession));
const storedToken = (): unknown => JSON.parse(localStorage.getItem(storageKeys.session) ?? '{}').token;

const storeLink = (element: Element): Promise<HTMLAnchorElement> => findInside(element, '.maths-stores a');

describe('<maths-confirmation>', () => {
  beforeEach(loadLoader);

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
    isTrue(link.href.includes(storedSession.token), 'the token goes along');
    link.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true }));
    await waitUntil(() => storedToken() !== storedSession.token, 'another token');
    await waitUntil(() => link.href.includes(String(storedToken())), 'the link to follow');
  });
});
