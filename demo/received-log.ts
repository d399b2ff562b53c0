import type { AuthSuccessMessage } from '../src/contracts/auth-result.ts';
import type { ElementEventName } from '../src/contracts/elements.ts';
import { language, part, translate } from './page.ts';

const longest = 44;
const shortened = (value: unknown): unknown =>
  typeof value === 'string' && value.length > longest ? `${value.slice(0, longest)}… (${value.length})` : value;

const readable = (data: object): string =>
  JSON.stringify(Object.fromEntries(Object.entries(data).map(([name, value]) => [name, shortened(value)])), null, 2);

/** Shows the link to the class page. A class from a teacher's sign-up can play immediately. */
const playLink = (classroomID: string): HTMLAnchorElement => {
  const link = document.createElement('a');
  link.href = `./class.html?lang=${language}#${classroomID}`;
  link.textContent = translate('log.play');
  return link;
};

/** Adds an entry at the top of the page's log. */
export const add = (what: string, data: object): void => {
  part('log-empty').hidden = true;
  const entry = document.createElement('li');
  const heading = document.createElement('b');
  heading.textContent = `${new Date().toLocaleTimeString(document.documentElement.lang)}  ${what}`;
  const content = document.createElement('pre');
  content.textContent = readable(data);
  entry.append(heading, content);
  if ('classroomID' in data && typeof data.classroomID === 'string') entry.append(playLink(data.classroomID));
  part('log').prepend(entry);
};

const isAuthSuccess = (data: unknown): data is AuthSuccessMessage =>
  typeof data === 'object' && data !== null && 'type' in data && data.type === 'AUTH_SUCCESS';

/**
 * Logs messages of the post-robot contract. Only messages from the origin `from` count: the portal's origin for a
 * frame, the page's own origin for an inline element.
 */
export const logMessages = (from: string): void => {
  addEventListener('message', (event: MessageEvent<unknown>) => {
    if (event.origin === from && isAuthSuccess(event.data))
      add(`${translate('log.message')} ${event.origin}`, event.data);
  });
};

const logged = ['auth-success', 'auth-error', 'declared'] as const satisfies ElementEventName[];

/**
 * Logs the DOM events of the portal's elements. They bubble, so one listener on the box of the widget receives them.
 */
export const logEvents = (box: HTMLElement): void => {
  for (const name of logged) {
    box.addEventListener(name, (event) => {
      if (event instanceof CustomEvent) add(`${translate('log.event')} ${name}`, event.detail);
    });
  }
};
