import { sendKeys } from '@web/test-runner-commands';
import type { ApiSuccess } from '../../src/contracts/api.ts';
import type { countedClassroom, CountedStudent } from '../../src/contracts/calls/school-zone.ts';
import type { Guarded } from '../../src/contracts/shapes.ts';
import { fitsPhone, inBothSchemes } from './audit.ts';
import { addElement, equal, findInside as find, isTrue, loadLoader, waitForMessages, waitUntil } from './partner.ts';

type Answer = ApiSuccess<Guarded<typeof countedClassroom>>;
const concepts = ['equal_parts', 'unit_fractions', 'equivalent_fractions', 'unknown_to_the_curriculum'];
const aStudent = (number: number, done: number): CountedStudent => ({
  studentCode: String(number).padStart(3, '0'),
  levelStatus: JSON.stringify({ fractions: Object.fromEntries(concepts.map((concept) => [concept, `${done}/8`])) }),
  lastPlayedAt: new Date().toISOString(),
  lastPackage: null,
  completed: {},
});
const aClass = (students = 35): Answer => ({
  success: true,
  name: 'Class 3B',
  code: 'K7P-42M',
  createdAt: new Date().toISOString(),
  readAt: new Date().toISOString(),
  countedFrom: new Date().toISOString(),
  students: Array.from({ length: students }, (_, place) => aStudent(place + 1, place % 9)),
  help: [{ studentCode: '001', reason: 'behind', package: 'fractions' }],
});
const nobodyPlayed = (): Answer => ({
  ...aClass(),
  students: aClass().students.map((student) => ({ ...student, levelStatus: '{}', lastPlayedAt: null })),
  help: [],
});

const real = window.fetch;
let asked: string[] = [];
const answerWith = (answer: () => Promise<Response> | Response): void => {
  window.fetch = async (input, init) => {
    const url = input instanceof Request ? input.url : String(input);
    if (!url.includes('/api/schoolzone/')) return real(input, init);
    asked.push(url);
    return answer();
  };
};
const open = async (answer: unknown, attributes: Record<string, string> = {}): Promise<HTMLElement> => {
  answerWith(() => Response.json(answer));
  await loadLoader();
  const element = addElement('maths-classroom', { 'classroom-id': 'A'.repeat(22), ...attributes });
  await find(element, '.maths > :is(.maths-class, .maths-failure)');
  return element;
};
/** Adds a link to the page. */
const addLink = (): HTMLElement => {
  const link = Object.assign(document.createElement('a'), { href: '#next', textContent: 'Next on the page' });
  document.body.append(link);
  return link;
};
const unblocked = async (element: Element): Promise<void> => {
  await find(element, 'table');
  await waitUntil(() => element.shadowRoot?.querySelector('.maths-blocker') === null, 'the blocker to go');
};

describe('<maths-classroom>', () => {
  beforeEach(() => void (asked = []));
  afterEach(() => void (window.fetch = real));

  for (const [name, answer, shows] of [
    ['a class', aClass(6), 'table'],
    ['a class in which nobody played', nobodyPlayed(), '.maths-nothing'],
    ['a link that opens nothing', { success: false, error: 'CLASSROOM_DOES_NOT_EXIST' }, '[role=alert]'],
  ] as const) {
    it(`passes an accessibility audit in both schemes and languages, and fits a phone: ${name}`, async () => {
      await inBothSchemes(async (theme, lang) => {
        const element = await open(answer, { theme, lang });
        await find(element, shows);
        await fitsPhone(element, lang);
        return element;
      });
    });
  }

  it('blocks the page while it loads, takes no focus, and reports when it is ready', async () => {
    const { promise, resolve: release } = Promise.withResolvers<Response>();
    answerWith(() => promise);
    await loadLoader();
    const element = addElement('maths-classroom', { 'classroom-id': 'A'.repeat(22) });
    let ready = 0;
    element.addEventListener('ready', () => void (ready += 1));
    const blocker = await find(element, '.maths-blocker');
    equal(blocker.textContent, 'Loading…');
    const { width, height } = blocker.getBoundingClientRect();
    isTrue(width >= innerWidth - 20 && height >= innerHeight - 1, `as large as the page: ${width} × ${height}`);
    const middle = element.shadowRoot?.elementFromPoint(innerWidth / 2, innerHeight / 2);
    isTrue(blocker.contains(middle ?? null), 'nothing behind it takes a press');
    equal(ready, 0, 'ready before');
    release(Response.json(aClass()));
    await find(element, 'table');
    await waitUntil(() => !blocker.isConnected, 'the blocker to go');
    equal(ready, 1, 'ready after');
    equal(document.activeElement?.localName, 'body', 'the focus');
  });

  it('keeps the keyboard focus at the start of the page', async () => {
    const link = addLink();
    await unblocked(await open(aClass()));
    await sendKeys({ press: 'Tab' });
    equal(document.activeElement, link);
  });

  it('keeps the column headings and the students in view while scrolling', async () => {
    document.body.style.inlineSize = '335px';
    const element = await open(aClass());
    const box = await find(element, '.maths-table-box');
    const head = await find(element, 'thead th + th + th');
    const student = await find(element, 'tbody tr:last-child th');
    box.scrollTo(200, 0);
    student.scrollIntoView();
    await waitForMessages(2);
    const frame = box.getBoundingClientRect();
    isTrue(frame.top < 0, 'the page scrolls');
    // Elsewhere a sticky box follows the box that scrolls sideways in both directions.
    if (getComputedStyle(box).overflowY === 'clip') equal(head.getBoundingClientRect().top, 0, 'the head at the top');
    isTrue(Math.abs(student.getBoundingClientRect().left - frame.left) < 2, 'the students at the left');
  });

  it('works with the keyboard alone', async () => {
    const element = await open(aClass());
    await unblocked(element);
    const sort = await find<HTMLButtonElement>(element, 'thead th:nth-child(3) button');
    sort.focus();
    await sendKeys({ press: 'Enter' });
    await waitUntil(() => sort.closest('th')?.ariaSort === 'ascending', 'aria-sort');
    isTrue(element.shadowRoot?.activeElement === sort, 'the focus stays');
    equal((await find(element, 'tbody th')).textContent?.slice(0, 4), '#001');
    await sendKeys({ press: 'Space' });
    await waitUntil(() => sort.closest('th')?.ariaSort === 'descending', 'aria-sort');
    equal((await find(element, 'tbody th')).textContent?.slice(0, 4), '#009');
    const panel = await find<HTMLButtonElement>(element, 'button[aria-expanded=true]');
    panel.focus();
    await sendKeys({ press: 'Enter' });
    await waitUntil(() => element.shadowRoot?.querySelector('table') === null, 'the panel to close');
  });

  it('takes no press and no key behind the blocker of a refresh, and returns the focus to the button', async () => {
    const element = await open(aClass());
    addLink();
    await unblocked(element);
    const { promise, resolve: release } = Promise.withResolvers<Response>();
    answerWith(() => promise);
    const refresh = await find<HTMLButtonElement>(element, '[aria-describedby]');
    refresh.focus();
    await sendKeys({ press: 'Enter' });
    const blocker = await find(element, '.maths-blocker');
    const middle = element.shadowRoot?.elementFromPoint(innerWidth / 2, innerHeight / 2);
    isTrue(blocker.contains(middle ?? null), 'nothing behind it takes a press');
    await sendKeys({ press: 'Enter' });
    equal(asked.length, 2, 'readings');
    for (const key of ['Tab', 'Escape', 'Tab']) {
      await sendKeys({ press: key });
      // Some browsers leave the focus on the button, which is inert then.
      const focused = element.shadowRoot?.activeElement ?? document.activeElement;
      isTrue(
        [document.body, refresh, blocker].some((one) => one === focused),
        `${key} reaches ${focused?.outerHTML}`,
      );
    }
    release(Response.json(aClass()));
    await unblocked(element);
    isTrue(element.shadowRoot?.activeElement === refresh, 'the focus');
  });

  it('shows another class when the id changes, and nothing of the first one', async () => {
    const element = await open(aClass());
    await find(element, 'table');
    answerWith(() => Response.json({ ...nobodyPlayed(), name: 'Class 4A' }));
    Reflect.set(element, 'classroomId', 'B'.repeat(22));
    equal(element.getAttribute('classroom-id'), 'B'.repeat(22));
    await waitUntil(() => element.shadowRoot?.querySelector('h1')?.textContent === 'Class 4A', 'the other class');
    isTrue(asked.at(-1)?.includes('B'.repeat(22)), 'its id');
  });
});
