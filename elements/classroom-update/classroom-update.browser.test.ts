import { contract } from '../testing/contract.ts';
import { addElement, equal, findInside, isTrue, loadLoader, submit, waitForMessages } from '../testing/partner.ts';

const secret = 'a'.repeat(43);

contract({
  tag: 'maths-classroom-update',
  properties: { secret },
  says: { en: 'Apply the change', fr: 'Appliquer la modification' },
  field: '[name=newLink]',
});

/** The calls that carry the secret, with the parts that a log could contain. */
const spy = () => {
  const calls: { method: string | undefined; url: string; authorization: string | null }[] = [];
  const real = window.fetch;
  window.fetch = (input, init) => {
    const url = input instanceof Request ? input.url : String(input);
    if (url.includes('/schoolzone/')) {
      calls.push({ method: init?.method, url, authorization: new Headers(init?.headers).get('Authorization') });
    }
    return real(input, init);
  };
  return { calls, stop: () => void (window.fetch = real) };
};

const show = async () => {
  document.body.replaceChildren();
  await loadLoader();
  const element = addElement('maths-classroom-update', { lang: 'en' });
  element.secret = secret;
  return element;
};

describe('the page behind a mailed link', () => {
  afterEach(() => document.body.replaceChildren());

  it('applies the change only when the button is pressed, and sends the secret in a header only', async () => {
    const { calls, stop } = spy();
    const element = await show();
    await findInside(element, '[name=newLink]');
    await waitForMessages();
    equal(
      calls.map(({ method }) => method),
      ['GET'],
    );
    await submit(element);
    const link = await findInside<HTMLAnchorElement>(element, 'a');
    stop();
    equal(
      calls.map(({ method, authorization }) => [method, authorization]),
      [
        ['GET', `Bearer ${secret}`],
        ['POST', `Bearer ${secret}`],
      ],
    );
    isTrue(!calls.some(({ url }) => url.includes(secret)), 'no address holds the secret');
    isTrue(!element.outerHTML.includes(secret), 'the page does not hold the secret');
    isTrue(/\/schoolzone\/teacher\/classroom\/[\w-]{22}\?lang=en$/.test(link.href), 'the way to the classroom');
  });

  it('shows the change when the secret is assigned after the element was shown without one', async () => {
    document.body.replaceChildren();
    await loadLoader();
    const element = addElement('maths-classroom-update', { lang: 'en' });
    await findInside(element, '[role=alert]');
    element.secret = secret;
    await findInside(element, '[name=newLink]');
  });
});
