import { z } from 'zod';
import { apiPaths } from '../../src/contracts/api.ts';
import { addressOf, type SignedUp } from './parent-calls.ts';
import { ServerUnavailable } from './restartable-server.ts';

const paymentPage = z.object({ data: z.object({ session: z.object({ url: z.string() }) }) });
const status = z.object({ isSubscribed: z.boolean() });

const failed = (call: string, status: number, text: string): Error =>
  status === 503 ? new ServerUnavailable(`${call}: ${text}`) : new Error(`${call}: ${status} ${text}`);

/** Creates the calls of a paying parent's browser, from that person's address. */
export const createBuyer = (origin: string, { userId, token }: SignedUp, person: number) => {
  const headers = { ...addressOf(person), authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const post = (path: string, body: object): Promise<Response> =>
    fetch(origin + path, { method: 'POST', headers, body: JSON.stringify(body) });
  return {
    /** @returns the payment page's address. */
    openCheckout: async (): Promise<string> => {
      const answer = await post(apiPaths.purchaseSession, { userID: userId, lang: 'en' });
      if (answer.status !== 200) throw failed('purchaseSession', answer.status, await answer.text());
      return paymentPage.parse(await answer.json()).data.session.url;
    },
    /** Returns to the portal after the payment. */
    refresh: async (checkoutSessionID: string): Promise<boolean> => {
      const answer = await post(apiPaths.refreshSubscription, { checkoutSessionID });
      if (answer.status !== 200) throw failed('refresh', answer.status, await answer.text());
      return status.parse(await answer.json()).isSubscribed;
    },
  };
};

/** Sends the form of the simulator's payment page. A repeated call after the payment leads to the same page. */
export const payBySimulator = async (url: string): Promise<void> => {
  const form = { number: '4242424242424242', expiry: '12/34', cvc: '123', name: 'A Parent', email: 'p@crash.example' };
  const answer = await fetch(url, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' });
  if (answer.status !== 303 && answer.status !== 302) throw new Error(`not paid: ${answer.status}`);
};
