import { equal, findInside, heard, isTrue, portal, recordMessages, signIn, waitUntil } from './partner.ts';

/** A partner's page as text, in the ways in which site builders and previews put it into a frame. */
const ways: Record<string, (frame: HTMLIFrameElement, html: string) => void> = {
  srcdoc: (frame, html) => (frame.srcdoc = html),
  'a blank frame that the page writes': (frame, html) => {
    frame.contentDocument?.write(html);
    frame.contentDocument?.close();
  },
  'a blob: address': (frame, html) => (frame.src = URL.createObjectURL(new Blob([html], { type: 'text/html' }))),
};

const pageWith = (tag: string, scripts = ''): string =>
  `<!doctype html><html lang="en">${scripts}<script type="module" src="${portal}/elements/loader.js"></script><body>${tag}`;

const frameIn = (attributes: Record<string, string> = {}): HTMLIFrameElement => {
  const frame = document.createElement('iframe');
  for (const [name, value] of Object.entries(attributes)) frame.setAttribute(name, value);
  frame.height = '800';
  document.body.append(frame);
  return frame;
};

for (const [name, write] of Object.entries(ways)) {
  describe(`in ${name} of the partner's page`, () => {
    it('signs in with a tag, and posts the result to its own window', async () => {
      const frame = frameIn();
      write(frame, pageWith('<maths-sign-in origin="demo"></maths-sign-in>'));
      const element = await waitUntil(() => frame.contentDocument?.querySelector('maths-sign-in'), 'the tag');
      await findInside(element, '[name=email]');
      const { messages } = recordMessages(frame.contentWindow ?? window);
      await signIn(element);
      const result = await waitUntil(() => messages.find(({ data }) => data?.type === 'AUTH_SUCCESS'), 'the message');
      equal(result.origin, location.origin);
    });

    // post-robot reads the host of the page's address, and a blob: address has none.
    if (name.startsWith('a blob:')) return;
    it('connects <maths-embed> with its frame', async () => {
      const frame = frameIn();
      write(frame, pageWith('<maths-embed widget="signin" origin="demo"></maths-embed>'));
      const element = await waitUntil(() => frame.contentDocument?.querySelector('maths-embed'), 'the tag');
      const results = heard(element, 'auth-success');
      const inner = await findInside<HTMLIFrameElement>(element, 'iframe');
      await waitUntil(() => element.matches(':state(ready)'), 'ready');
      const credentials = { order: 'fill', email: 'parent@mail.example', password: 'a good password' };
      inner.contentWindow?.postMessage(credentials, portal);
      await waitUntil(() => results.length > 0, 'the result');
    });
  });
}

it('refuses a tag in a sandbox without allow-same-origin, and says which origin was compared', async () => {
  const { messages } = recordMessages();
  const tell = `<script>console.warn = (text) => parent.postMessage({ warned: text }, '*')</script>`;
  frameIn({ sandbox: 'allow-scripts', srcdoc: pageWith('<maths-sign-in origin="demo"></maths-sign-in>', tell) });
  const { data } = await waitUntil(() => messages.find((message) => message.data?.warned), 'the warning');
  isTrue(
    /origin null does not belong to the key "demo" .*sandbox lacks allow-same-origin/.test(data.warned),
    data.warned,
  );
});
