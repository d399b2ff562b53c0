import { vi } from 'vitest';
import { defaultLanguage, languageOfTag } from '../../src/contracts/language.ts';
import { routeNames, routes } from '../../src/contracts/routes.ts';
import type { Session } from '../../src/contracts/session.ts';
import { renderRoute } from '../prerender/render-page.tsx';
import { takeArrival } from '../script/arrival.ts';
import { setAttributes, startPage } from '../script/start-page.ts';

/** The session of a signed-in parent. */
export const session: Session = {
  code: 200,
  status: 'OK',
  data: { PlayFabId: 'player', SessionTicket: 'ticket', EntityToken: { EntityToken: 'entity' } },
  token: 't'.repeat(43),
  email: 'parent@mail.example',
};

let visit = new AbortController();
const targets = [document, window].map((target) => ({ target, add: target.addEventListener.bind(target) }));

/** Removes the listeners of the previous page, as a navigation does. */
const endVisit = (): void => {
  visit.abort();
  visit = new AbortController();
  const { signal } = visit;
  for (const { target, add } of targets) {
    vi.spyOn(target, 'addEventListener').mockImplementation((...[type, listener, options]: Parameters<typeof add>) =>
      add(type, listener, { ...(typeof options === 'object' ? options : {}), signal }),
    );
  }
};

/** Opens a page with its script, whose tag stays undefined. @returns spies of the ways to leave the page */
export const openPage = async (path: string) => {
  endVisit();
  history.replaceState(history.state, '', path);
  const route = routeNames().find((name) =>
    new RegExp(`^${routes[name].path.replace(':id', '[^/]+')}$`).test(location.pathname),
  );
  if (route === undefined) throw new Error(`There is no page ${path}`);
  const language = languageOfTag(new URLSearchParams(location.search).get('lang')) ?? defaultLanguage;
  const { body } = await renderRoute(route, language);
  document.documentElement.lang = language;
  document.documentElement.className = '';
  document.documentElement.hidden = false;
  document.body.innerHTML = body;
  const left = {
    assign: vi.spyOn(location, 'assign').mockReturnValue(undefined),
    replace: vi.spyOn(location, 'replace').mockReturnValue(undefined),
    reload: vi.spyOn(location, 'reload').mockReturnValue(undefined),
  };
  for (const spy of Object.values(left)) spy.mockClear();
  const arrival = takeArrival(route);
  startPage({ name: route, guard: routes[route].guard }, arrival);
  for (const element of document.querySelectorAll<HTMLElement>('*')) {
    if (element.localName.startsWith('maths-')) setAttributes(element, arrival);
  }
  return left;
};
