/** The page of purchases in an app store, which the portal hears of by RevenueCat. */
import type { AuthResult } from '../src/contracts/auth-result.ts';
import { type DemoStoreEventAnswer, demoStoreEventPath } from '../src/contracts/demo.ts';
import { log, part, post } from './page.ts';

const form = document.querySelector<HTMLFormElement>('#stores');
let userID = '';

document.addEventListener('auth-success', (event: CustomEventInit<AuthResult>) => {
  if (event.detail === undefined) return;
  log('event auth-success', event.detail);
  userID = event.detail.userID;
  part('shop').removeAttribute('disabled');
  part('account').textContent = 'Signed in. What you press happens to this account.';
});

/** The demo's own server forwards the event, because the key of the portal's webhook must stay there. */
const tell = async (store: string, happening: string): Promise<void> => {
  const what = `${happening} (${store})`;
  try {
    const answer = await post(demoStoreEventPath, { userID, store, happening });
    const { status, event }: DemoStoreEventAnswer = await answer.json();
    log(`${what} – the portal answered ${status}`, event);
  } catch {
    log(`${what} – no answer from the portal`, {});
  }
};

form?.addEventListener('submit', (event) => {
  event.preventDefault();
  const fields = new FormData(form, event.submitter);
  void tell(String(fields.get('store')), String(fields.get('happening')));
});
