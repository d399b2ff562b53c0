import { addElement, equal, findInside, heard, portal, signIn } from './partner.ts';
import {
  addScript,
  callsOf,
  firstFile,
  openFreshPage,
  openPrerendered,
  type PrerenderedPage,
  setDelivery,
  viewChunk,
} from './fresh-page.ts';

const login = '/LoginWithEmailAddress';

/** Signs in with a form, by one request and one event. */
const signsInOnce = async ({ page, element }: PrerenderedPage): Promise<void> => {
  const results = heard(element, 'auth-success');
  await signIn(element);
  equal([callsOf(page, login), results.length], [1, 1], 'requests and events');
};

/** A page’s ways to change the place of an element. */
const ways: Record<string, (element: HTMLElement, place: HTMLElement) => void> = {
  'removed and added again': (element, place) => {
    element.remove();
    place.append(element);
  },
  'appended elsewhere': (element, place) => place.append(element),
  'moved with moveBefore': (element, place) => {
    const move: unknown = Reflect.get(place, 'moveBefore');
    if (typeof move === 'function') Reflect.apply(move, place, [element, null]);
    else place.append(element);
  },
};

for (const attributes of [{ origin: 'demo' }, { origin: 'demo', 'light-dom': '' }]) {
  describe(`a form ${'light-dom' in attributes ? 'without' : 'with'} a shadow root in a page that changes`, () => {
    afterEach(async () => {
      for (const file of [firstFile, viewChunk]) await setDelivery(file, 'normal');
    });

    for (const [name, change] of Object.entries(ways)) {
      it(`signs in once after it was ${name}`, async () => {
        const opened = await openPrerendered('maths-sign-in', attributes);
        change(opened.element, opened.page.document.body.appendChild(opened.page.document.createElement('main')));
        await findInside(opened.element, '[name=email]');
        await signsInOnce(opened);
      });

      // Without a shadow root there is no form before its files arrive.
      if ('light-dom' in attributes) continue;
      it(`signs in once after it was ${name} before its files arrived`, async () => {
        for (const file of [firstFile, viewChunk]) await setDelivery(file, 'delayed');
        const opened = await openPrerendered('maths-sign-in', attributes);
        change(opened.element, opened.page.document.body.appendChild(opened.page.document.createElement('main')));
        await findInside(opened.element, '[name=email]');
        for (const file of [firstFile, viewChunk]) await setDelivery(file, 'normal');
        await signsInOnce(opened);
      });
    }

    // The tests of a page that changes the form have a copy without a shadow root.
    if ('light-dom' in attributes) return;
    it('signs in with a copy, which is a separate form', async () => {
      const { page, element } = await openPrerendered('maths-sign-in', attributes);
      const copy = element.cloneNode(true);
      if (!(copy instanceof page.view.HTMLElement)) throw new Error('The copy is no element');
      page.document.body.append(copy);
      await findInside(copy, '[name=email]');
      await signsInOnce({ page, element: copy });
      equal(page.document.querySelectorAll('maths-sign-in').length, 2);
    });
  });
}

describe('a form in the shadow root of another component', () => {
  it('starts with the file of its tag', async () => {
    const page = await openFreshPage();
    const holder = page.document.createElement('div');
    const element = addElement('maths-sign-in', { origin: 'demo' }, page.document.createElement('div'));
    holder.attachShadow({ mode: 'open' }).append(element);
    page.document.body.append(holder);
    await addScript(page, `${portal}/elements/sign-in.js`);
    await findInside(element, '[name=email]');
    await signsInOnce({ page, element });
  });
});
