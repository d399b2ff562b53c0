/** What the pages of the demo partner share. */

/** The portal's origin. The build sets it, because ports are variables. */
export const portal: string = import.meta.env['VITE_DEMO_PORTAL_URL'];

/** The demo's key in the portal's table of partners. */
export const partnerKey = 'demo';

/** Returns the element with this id. @throws when the page has no such element. */
export const part = (id: string): HTMLElement => {
  const element = document.getElementById(id);
  if (element === null) throw new Error(`The page has no element with the id "${id}"`);
  return element;
};

const longest = 44;
const shortened = (value: unknown): unknown =>
  typeof value === 'string' && value.length > longest ? `${value.slice(0, longest)}… (${value.length})` : value;

/** Adds an entry at the top of the page's log. A class from a teacher's sign-up can play immediately. */
export const log = (what: string, data: object): void => {
  const short = Object.fromEntries(Object.entries(data).map(([name, value]) => [name, shortened(value)]));
  const entry = document.createElement('li');
  const heading = document.createElement('b');
  const content = document.createElement('pre');
  heading.textContent = `${new Date().toLocaleTimeString('en')}  ${what}`;
  content.textContent = JSON.stringify(short, null, 2);
  entry.append(heading, content);
  if ('classroomID' in data) {
    const link = Object.assign(document.createElement('a'), { href: `./class.html#${data.classroomID}` });
    link.textContent = 'Let this class play';
    entry.append(link);
  }
  part('log').prepend(entry);
};

/** Calls the demo's own server. @throws an error with a sentence for the page when it does not answer */
export const post = async (path: string, body: object): Promise<Response> => {
  const headers = { 'content-type': 'application/json' };
  try {
    return await fetch(path, { method: 'POST', headers, body: JSON.stringify(body) });
  } catch {
    throw new Error('No answer from the server of this website.');
  }
};
