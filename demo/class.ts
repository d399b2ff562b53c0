import {
  type DemoClassAnswer,
  type DemoClassBody,
  type DemoClassFailure,
  demoClassPaths,
  type DemoLiveAnswer,
  type DemoLiveBody,
  type DemoPlay,
  type DemoWeekAnswer,
  type DemoWeekBody,
} from '../src/contracts/demo-class.ts';
import { classroomPath } from '../src/contracts/routes.ts';
import { classroomIdPattern } from '../src/contracts/school-zone.ts';
import { isMessageKey } from './messages.ts';
import { fillPage, language, part, translate } from './page.ts';
import { portal } from './portal.ts';

/** Describes what failed, in a sentence of the page's language. */
class NotDone extends Error {}

const sentenceFor = ({ error }: DemoClassFailure): string => {
  const key = `class.error.${error}`;
  return isMessageKey(key) ? translate(key) : `${translate('class.error')} ${error}`;
};

/**
 * Calls the demo's own server, which has the game's key. `Answer` is the response type that the contract defines for
 * the path.
 * @throws NotDone
 */
const ask = async <Answer>(path: string, body: object): Promise<Answer> => {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(path, { method: 'POST', headers, body: JSON.stringify(body) }).catch(() => undefined);
  if (response === undefined) throw new NotDone(translate('stores.noAnswer'));
  if (response.ok) return response.json();
  throw new NotDone(await response.json().then(sentenceFor, () => sentenceFor({ error: String(response.status) })));
};

const longest = 40;

/** Adds a played level at the top of the log. */
const showPlay = ({ studentCode, level, completed }: DemoPlay): void => {
  part('plays-empty').hidden = true;
  const line = document.createElement('li');
  line.classList.toggle('done', completed);
  for (const text of [`#${studentCode}`, level, translate(completed ? 'class.done' : 'class.opened')]) {
    const cell = document.createElement('span');
    cell.textContent = text;
    line.append(cell);
  }
  part('plays').prepend(line);
  part('plays').children[longest]?.remove();
};

fillPage('class.title');
part('sign-up').setAttribute('href', `./frame.html?lang=${language}&widget=teacher-signup`);

/** Milliseconds between two levels of live play. */
const beat = 1_000;
let classroomID = '';
/** The running live play. Starting another one replaces it. */
let live: object | undefined;

/** The element that shows the progress of the last action. */
type Place = 'choice' | 'outcome';
const say = (place: Place, sentence: string): void => {
  part(place).textContent = sentence;
};

const inTrouble = (place: Place, act: () => Promise<void>): Promise<void> =>
  act().catch((error: unknown) => {
    if (!(error instanceof NotDone)) throw error;
    say(place, error.message);
  });

/** Ignores a submit while another one is running. The button is not disabled, because it would lose the focus. */
const onSubmit = (id: string, place: Place, act: (fields: FormData) => Promise<void>): void => {
  const form = part(id);
  let isBusy = false;
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (isBusy || !(form instanceof HTMLFormElement)) return;
    isBusy = true;
    void inTrouble(place, () => act(new FormData(form))).finally(() => {
      isBusy = false;
    });
  });
};

/**
 * Shows the class.
 * @param code the code, when the class was signed up on this page.
 */
const take = (id: string, code?: string): void => {
  classroomID = id;
  part('code').textContent = code ?? '';
  part('code').hidden = code === undefined;
  part('teacher-page').hidden = false;
  part('teacher-page').setAttribute('href', `${portal}${classroomPath(id)}?lang=${language}`);
  part('play').removeAttribute('disabled');
  part('hint').textContent = translate('class.ready');
  say('choice', translate(code === undefined ? 'class.taken' : 'class.created'));
};

/** Returns the last part of a classroom page's path. */
const idIn = (link: string): string | undefined => {
  const id =
    link
      .trim()
      .replace(/[?#].*$/, '')
      .split('/')
      .at(-1) ?? '';
  return classroomIdPattern.test(id) ? id : undefined;
};

onSubmit('create', 'choice', async (fields) => {
  say('choice', translate('class.creating'));
  const body: DemoClassBody = { numStudents: Number(fields.get('students')), language };
  const created = await ask<DemoClassAnswer>(demoClassPaths.create, body);
  take(created.classroomID, created.classroomCode);
});

onSubmit('take', 'choice', async (fields) => {
  const id = idIn(String(fields.get('link')));
  if (id === undefined) throw new NotDone(translate('class.noLink'));
  take(id);
});

onSubmit('weeks', 'outcome', async (fields) => {
  const chosen = classroomID;
  const weeks = Number(fields.get('weeks'));
  const sum = { levels: 0, completed: 0 };
  for (let week = 1; week <= weeks; week += 1) {
    say('outcome', `${translate('class.playing')} ${week} / ${weeks}`);
    const body: DemoWeekBody = { classroomID: chosen, week, weeks };
    const { levels, completed } = await ask<DemoWeekAnswer>(demoClassPaths.week, body);
    sum.levels += levels;
    sum.completed += completed;
  }
  const number = (count: number): string => count.toLocaleString(language);
  say('outcome', `${number(sum.levels)} ${translate('class.played')} ${number(sum.completed)}`);
});

const playOn = async (own: object): Promise<void> => {
  while (live === own) {
    const body: DemoLiveBody = { classroomID };
    const { play } = await ask<DemoLiveAnswer>(demoClassPaths.live, body);
    if (play === null) throw new NotDone(translate('class.finished'));
    showPlay(play);
    await new Promise((resolve) => setTimeout(resolve, beat));
  }
};

const setLive = (next: object | undefined): void => {
  live = next;
  part('live').textContent = translate(next === undefined ? 'class.live' : 'class.stop');
};

part('live').addEventListener('click', () => {
  if (live !== undefined) return setLive(undefined);
  const own = {};
  setLive(own);
  void inTrouble('outcome', () => playOn(own)).finally(() => {
    if (live === own) setLive(undefined);
  });
});

// The page on which a teacher signed up passes the code. It is in the fragment, so that it is never sent to a server.
const given = idIn(location.hash.slice(1));
if (given !== undefined) take(given);
