import type { AuthResult } from '../src/contracts/auth-result.ts';
import { demoStoreEventPath } from '../src/contracts/demo-store-event.ts';
import { fallbackLink } from './fallback-link.ts';
import { chosenWidget, fillPage, language, part, translate } from './page.ts';
import { partnerKey } from './portal.ts';
import { add, logEvents } from './received-log.ts';
import { isMessageKey } from './messages.ts';

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
  part('account').textContent = translate('stores.signedIn');
});

const named = (value: string): string => {
  const key = `stores.${value}`;
  return isMessageKey(key) ? translate(key) : value;
};

/** The demo's own server forwards it, because the key of the portal's webhook must stay there. */
const tell = async (store: string, happening: string): Promise<void> => {
  const what = `${named(happening)} (${named(store)}) – `;
  const body = JSON.stringify({ userID, store, happening });
  const headers = { 'content-type': 'application/json' };
  try {
    const answer = await fetch(demoStoreEventPath, { method: 'POST', headers, body });
    const { status, event }: { status: number; event: object } = await answer.json();
    add(`${what}${translate('stores.answered')} ${status}`, event);
  } catch {
    add(`${what}${translate('stores.noAnswer')}`, {});
  }
};

form.addEventListener('submit', (event) => {
  event.preventDefault();
  if (!(form instanceof HTMLFormElement)) return;
  const fields = new FormData(form, event.submitter);
  void tell(String(fields.get('store')), String(fields.get('happening')));
});
