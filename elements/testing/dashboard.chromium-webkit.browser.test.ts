import { sendKeys } from '@web/test-runner-commands';
import { storageKeys } from '../../src/contracts/session.ts';
import { fitsPhone, inBothSchemes, passesAudit } from './audit.ts';
import { addElement, equal, isTrue, loadLoader, portal, waitUntil } from './partner.ts';
import { addScript, openFreshPage } from './fresh-page.ts';
import { accounts, answerCalls, storedSession } from './dashboard-answers.ts';

let restore = (): void => {};

type Server = Parameters<typeof answerCalls>[0];

const open = async (server: Server, attributes: Record<string, string> = {}): Promise<HTMLElement> => {
  restore();
  restore = answerCalls(server);
  await loadLoader();
  return addElement('maths-dashboard', attributes);
};
const find = (element: Element, selector: string, words: string): HTMLElement | undefined =>
  [...(element.shadowRoot?.querySelectorAll<HTMLElement>(selector) ?? [])].find(
    ({ textContent }) => textContent?.trim() === words,
  );
/** Waits until a person could press the button: in one column, some are shown when the plan is known. */
const button = (element: Element, words: string): Promise<HTMLElement> =>
  waitUntil(() => {
    const found = find(element, 'button', words);
    return found !== undefined && found.offsetHeight > 0 && found;
  }, words);
const dialog = (element: Element, heading: string): Promise<HTMLDialogElement> =>
  waitUntil(() => {
    return find(element, 'dialog[open] > h2', heading)?.closest('dialog');
  }, heading);
const focused = (element: Element): Element | null => element.shadowRoot?.activeElement ?? null;
const press = (key: string): Promise<void> => sendKeys({ press: key });

describe('<maths-dashboard>', () => {
  beforeEach(() => localStorage.setItem(storageKeys.session, JSON.stringify(storedSession)));
  afterEach(() => restore());

  for (const [name, server] of Object.entries(accounts)) {
    it(`passes an accessibility audit in both schemes and languages, and fits a phone: ${name}`, async () => {
      await inBothSchemes(async (theme, lang) => {
        const element = await open(server, { theme, lang, payment: 'cancelled' });
        await waitUntil(() => element.shadowRoot?.querySelector('.maths-pill'), 'the account');
        await fitsPhone(element, lang);
        return element;
      });
    });
  }

  it('passes an accessibility audit with a dialog open too', async () => {
    const element = await open(accounts['a plan'], { lang: 'fr' });
    (await button(element, 'Supprimer mon compte')).click();
    await dialog(element, 'Supprimer votre compte\u202f?');
    await passesAudit(element, 'the warning');
    (await button(element, 'Supprimer le compte')).click();
    const confirm = await dialog(element, 'Supprimer définitivement\u202f?');
    await passesAudit(confirm, 'the confirm');
  });

  it('shows the picture of the page with good news and not with bad news', async () => {
    for (const [name, seen] of [
      ['a plan', true],
      ['a failed payment', false],
    ] as const) {
      const element = await open(accounts[name]);
      const picture = document.createElement('img');
      picture.slot = 'art';
      element.append(picture);
      await waitUntil(() => element.shadowRoot?.querySelector('.maths-pill'), 'the account');
      equal(picture.assignedSlot !== null, seen, name);
      element.remove();
    }
  });

  it('looks the same in a dialog on a hostile page', async () => {
    const looks: unknown[] = [];
    for (const name of ['clean', 'unset', 'bootstrap', 'tailwind', 'small-root']) {
      const page = await openFreshPage(`/partner/${name}.html`);
      answerCalls({}, page.view);
      const element = addElement('maths-dashboard', {}, page.document.body);
      await addScript(page, `${portal}/elements/loader.js`);
      (await button(element, 'Delete my account')).click();
      const box = await dialog(element, 'Delete your account?');
      const { offsetWidth: width, offsetHeight: height } = box;
      const look = (part?: string) => page.view.getComputedStyle(box, part);
      const { position, backgroundColor, color, borderRadius, fontSize } = look();
      const backdrop = look('::backdrop').backgroundColor;
      looks.push({ width, height, position, backgroundColor, color, borderRadius, fontSize, backdrop });
      page.frame.remove();
    }
    isTrue(JSON.stringify(looks[0]).includes('"position":"fixed"'), 'a dialog above the page');
    equal(
      looks,
      looks.map(() => looks[0]),
    );
  });

  describe('by keyboard alone', () => {
    it('opens the warning, keeps the focus in it, and returns the focus afterwards', async () => {
      const element = await open({});
      const opener = await button(element, 'Delete my account');
      opener.focus();
      await press('Enter');
      const warning = await dialog(element, 'Delete your account?');
      equal(focused(element)?.textContent, 'Delete your account?');
      for (let step = 0; step < 8; step += 1) {
        await press('Tab');
        // After the last control, the browser's own buttons are next, and nothing of the page behind the dialog.
        const place = focused(element);
        isTrue(place === null || warning.contains(place), `inside after ${step + 1} tabs`);
      }
      await press('Escape');
      await waitUntil(() => !warning.isConnected, 'the warning to go');
      isTrue(focused(element) === opener, 'the focus is back');
    });

    it('asks a second time, and Escape leaves both questions', async () => {
      const element = await open({});
      (await button(element, 'Delete my account')).focus();
      await press('Enter');
      await dialog(element, 'Delete your account?');
      (await button(element, 'Delete account')).focus();
      await press('Enter');
      const confirm = await dialog(element, 'Delete it for good?');
      await press('Escape');
      await waitUntil(() => !confirm.isConnected, 'the dialog to go');
      equal(focused(element)?.textContent, 'Delete my account');
    });
  });
});
