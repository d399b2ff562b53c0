import type { DemoClassFailure } from '../src/contracts/demo-class.ts';
import { translate } from './page.ts';
import { isMessageKey } from './messages.ts';

/** Describes what failed, in a sentence of the page's language. */
export class NotDone extends Error {}

const sentenceFor = ({ error }: DemoClassFailure): string => {
  const key = `class.error.${error}`;
  return isMessageKey(key) ? translate(key) : `${translate('class.error')} ${error}`;
};

/**
 * Calls the demo's own server, which has the game's key. `Answer` is the response type that the contract defines for
 * the path.
 * @throws NotDone
 */
export const ask = async <Answer>(path: string, body: object): Promise<Answer> => {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(path, { method: 'POST', headers, body: JSON.stringify(body) }).catch(() => undefined);
  if (response === undefined) throw new NotDone(translate('stores.noAnswer'));
  if (response.ok) return response.json();
  throw new NotDone(await response.json().then(sentenceFor, () => sentenceFor({ error: String(response.status) })));
};
