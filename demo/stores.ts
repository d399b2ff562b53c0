import type { AuthResult } from '../src/contracts/auth-result.ts';
import { demoStoreEventPath } from '../src/contracts/demo-store-event.ts';
import { fallbackLink } from './fallback-link.ts';
import { chosenWidget, fillPage, language, part, word } from './page.ts';
import { partnerKey } from './portal.ts';
import { add, logEvents } from './received-log.ts';
import { isWordKey } from './words.ts';

fillPage('stores.title');

const box = part('widget');
const form = part('stores');
logEvents(box);

const widget = document.createElement(chosenWidget() === 'signin' ? 'maths-sign-in' : 'maths-sign-up');
widget.setAttribute('origin', partnerKey);
widget.setAttribute('lang', language);
widget.append(fallbackLink());
box.append(widget);

let userID = '';
box.addEventListener('auth-success', (event: CustomEventInit<AuthResult>) => {
  userID = event.detail?.userID ?? '';
  part('shop').toggleAttribute('disabled', userID === '');
  part('account').textContent = word('stores.signedIn');
});

const named = (value: string): string => {
  const key = `stores.${value}`;
  return isWordKey(key) ? word(key) : value;
};

/** The demo's own server forwards it, because the key of the portal's webhook must stay there. */
const tell = async (store: string, happening: string): Promise<void> => {
  const what = `${named(happening)} (${named(store)}) – `;
  const body = JSON.stringify({ userID, store, happening });
  const headers = { 'content-type': 'application/json' };
  try {
    const answer = await fetch(demoStoreEventPath, { method: 'POST', headers, body });
    const { status, event }: { status: number; event: object } = await answer.json();
    add(`${what}${word('stores.answered')} ${status}`, event);
  } catch {
    add(`${what}${word('stores.noAnswer')}`, {});
  }
};

form.addEventListener('submit', (event) => {
  event.preventDefault();
  if (!(form instanceof HTMLFormElement)) return;
  const fields = new FormData(form, event.submitter);
  void tell(String(fields.get('store')), String(fields.get('happening')));
});
