import { equal, findInside, isTrue, loadLoader, submit, waitForMessages } from './partner.ts';

const secret = 'a'.repeat(43);

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

describe('the page behind a mailed link', () => {
  afterEach(() => document.body.replaceChildren());

  it('applies the change only when the button is pressed, and sends the secret in a header only', async () => {
    const { calls, stop } = spy();
    await loadLoader();
    const element = document.createElement('maths-classroom-update');
    element.secret = secret;
    document.body.append(element);
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
});
