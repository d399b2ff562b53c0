/** The page of a class, which this website's server plays as the game does. */
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
} from '../src/contracts/demo.ts';
import { classroomPath } from '../src/contracts/routes.ts';
import { classroomIdPattern, shownStudent } from '../src/contracts/calls/school-zone.ts';
import { part, portal, post } from './page.ts';

/** Calls the demo's own server, which has the game's key. @throws an error with a sentence for the page */
const ask = async <Answer>(path: string, body: object): Promise<Answer> => {
  const response = await post(path, body);
  if (response.ok) return response.json();
  const { error }: DemoClassFailure = await response.json().catch(() => ({ error: String(response.status) }));
  throw new Error(`This did not work. The portal answered: ${error}`);
};

/** Milliseconds between two levels of live play, and the number of lines of the log. */
const beat = 1_000;
const longest = 40;

let classroomID = '';
/** The running live play. Starting another one replaces it. */
let live: object | undefined;

/** The element that shows the progress of the last action. */
type Place = 'choice' | 'outcome';
const say = (place: Place, sentence: string): void => {
  part(place).textContent = sentence;
};
const sayError = (place: Place) => (error: unknown) => say(place, error instanceof Error ? error.message : '');

/** Ignores a submit while another one is running. The button is not disabled, because it would lose the focus. */
const onSubmit = (id: string, place: Place, act: (fields: FormData) => Promise<void>): void => {
  const form = part(id);
  let isBusy = false;
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (isBusy || !(form instanceof HTMLFormElement)) return;
    isBusy = true;
    act(new FormData(form))
      .catch(sayError(place))
      .finally(() => (isBusy = false));
  });
};

/** Shows the class. `code` is known when the class was signed up on this page. */
const take = (id: string, code?: string): void => {
  classroomID = id;
  part('code').textContent = code ?? '';
  part('code').hidden = code === undefined;
  part('teacher-page').hidden = false;
  part('teacher-page').setAttribute('href', `${portal}${classroomPath(id)}?lang=en`);
  part('play').removeAttribute('disabled');
  part('hint').textContent =
    'Weeks end yesterday. Live is now, a level a second; the teacher’s page follows by itself.';
  say('choice', code === undefined ? 'This class plays now.' : 'The class is signed up. Its code:');
};

/** Returns the last part of a classroom page's path. */
const idIn = (link: string): string | undefined => {
  const [path = ''] = link.trim().split(/[?#]/);
  const id = path.split('/').at(-1) ?? '';
  return classroomIdPattern.test(id) ? id : undefined;
};

onSubmit('create', 'choice', async (fields) => {
  say('choice', 'Signing the class up…');
  const body: DemoClassBody = { numStudents: Number(fields.get('students')), language: 'en' };
  const created = await ask<DemoClassAnswer>(demoClassPaths.create, body);
  take(created.classroomID, created.classroomCode);
});

onSubmit('take', 'choice', async (fields) => {
  const id = idIn(String(fields.get('link')));
  if (id === undefined) throw new Error('This is no link of a class. The teacher’s mail has it.');
  take(id);
});

onSubmit('weeks', 'outcome', async (fields) => {
  const chosen = classroomID;
  const weeks = Number(fields.get('weeks'));
  const sum = { levels: 0, completed: 0 };
  for (let week = 1; week <= weeks; week += 1) {
    say('outcome', `The class plays week ${week} of ${weeks}`);
    const body: DemoWeekBody = { classroomID: chosen, week, weeks };
    const { levels, completed } = await ask<DemoWeekAnswer>(demoClassPaths.week, body);
    sum.levels += levels;
    sum.completed += completed;
  }
  const [levels, completed] = [sum.levels, sum.completed].map((count) => count.toLocaleString('en'));
  say('outcome', `${levels} levels played, of which done: ${completed}`);
});

/** Adds a played level at the top of the log. */
const showPlay = ({ studentCode, level, completed }: DemoPlay): void => {
  const line = document.createElement('li');
  line.textContent = `${shownStudent(studentCode)} ${level} ${completed ? 'done' : 'opened'}`;
  part('plays').prepend(line);
  part('plays').children[longest]?.remove();
};

const playOn = async (own: object): Promise<void> => {
  while (live === own) {
    const body: DemoLiveBody = { classroomID };
    const { play } = await ask<DemoLiveAnswer>(demoClassPaths.live, body);
    if (play === null) throw new Error('The class has done everything.');
    showPlay(play);
    await new Promise((resolve) => setTimeout(resolve, beat));
  }
};

const setLive = (next: object | undefined): void => {
  live = next;
  part('live').textContent = next === undefined ? 'Play live' : 'Stop';
};

part('live').addEventListener('click', () => {
  if (live !== undefined) return setLive(undefined);
  const own = {};
  setLive(own);
  void playOn(own)
    .catch(sayError('outcome'))
    .finally(() => {
      if (live === own) setLive(undefined);
    });
});

// The page on which a teacher signed up passes the class. It is in the fragment, so that it is never sent to a server.
const given = idIn(location.hash.slice(1));
if (given !== undefined) take(given);
