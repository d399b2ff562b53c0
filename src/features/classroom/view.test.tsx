import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { translationsOf } from '../../i18n/testing/translations.ts';
import { fail, type Result, succeed } from '../../lib/result.ts';
import type { ClassroomReading } from '../../services/school-zone/classroom.ts';
import { fakeElement } from '../shared/testing/fake-element.ts';
import { renderInElement } from '../shared/testing/in-element.tsx';
import { type ClassroomServices, createClassroomController } from './controller.ts';
import { aReading, aStudent, daysAgo } from './testing/classroom-builder.ts';
import { Classroom } from './view.tsx';

const translations = await translationsOf('classroom');
const studentsOf = (first: readonly [number, number]) => [
  aStudent('017', {
    fractions: { equal_parts: first, numerator_and_denominator: [10, 10], equivalent_fractions: [12, 12] },
    number_lines: { line_to_20: [8, 8], adding_in_jumps: [10, 10], line_to_100: [8, 8] },
  }),
  aStudent('025', { fractions: { equal_parts: [1, 8] } }, daysAgo(2)),
  aStudent('038', {
    fractions: { equal_parts: [0, 8], numerator_and_denominator: [10, 10], equivalent_fractions: [10, 12] },
  }),
];
const help = [{ studentCode: '025', reason: 'behind', package: 'fractions' }] as const;
const reading = aReading(studentsOf([4, 8]), { help });

/** Renders the class with fake services: `next` sets the next reading. */
const build = (first: Result<ClassroomReading | null> = succeed(reading)) => {
  let answer = first;
  const read = vi.fn<ClassroomServices['read']>(async () => answer);
  const services = { read, download: vi.fn<ClassroomServices['download']>() };
  const element = fakeElement('first-party', { 'classroom-id': 'A'.repeat(22) });
  const show = () =>
    renderInElement(element, translations, <Classroom controller={createClassroomController(services, element)} />);
  const next = (result: Result<ClassroomReading | null>) => void (answer = result);
  return { element, show, services, read, next };
};
/** Opens the class with the panel of fractions instead of the overview. */
const opened = async (first?: Result<ClassroomReading>) => {
  const built = build(first);
  const view = built.show();
  await waitFor(() => expect(screen.queryByText('Loading…')).toBe(null));
  if (screen.queryByRole('button', { name: /^All packages/ }) !== null) {
    await press(/^All packages/);
    await press(/^Fractions/);
  }
  return { ...built, ...view, user: userEvent.setup() };
};

const table = (name: RegExp) => within(screen.getByRole('region', { name })).getByRole('table');
const studentsIn = (element: HTMLElement) =>
  within(element)
    .getAllByRole('rowheader')
    .map(({ textContent }) => textContent?.slice(0, 4))
    .filter((text) => text?.startsWith('#'));
const cell = (student: string, place: number) => {
  const row = within(table(/Fractions/))
    .getByRole('rowheader', { name: new RegExp(student) })
    .closest('tr');
  return row?.cells[place]?.textContent;
};
const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }));
const cardTexts = () => {
  const [list] = screen.getAllByRole('list', { name: 'Cards for the students' });
  return [...(list?.children ?? [])].map(({ textContent }) => textContent);
};
const cardOf = (student: string, name = '') =>
  `${name}Open NumeriaChoose School ZoneClass code K7P-42MYour code #${student}`;

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  localStorage.clear();
});

describe('the page of a class', () => {
  it('blocks the page by a message until the class is loaded', async () => {
    const { element, show } = build();
    show();
    expect(screen.getByRole('status').textContent).toBe('Loading…');
    expect(await screen.findByRole('heading', { level: 1, name: 'Class 3B' })).toBeTruthy();
    expect(screen.queryByText('Loading…')).toBe(null);
    expect(element.ready).toHaveBeenCalled();
    // The keyboard begins at the start of the page.
    expect(document.activeElement).toBe(document.body);
    expect(screen.getByText('K7P-42M')).toBeTruthy();
    expect(screen.getByText('3 of 3 have started')).toBeTruthy();
  });

  it('shows the overview open, and a panel for each package in order', async () => {
    build().show();
    await screen.findByRole('table');
    const heads = screen.getAllByRole('heading', { level: 2 });
    expect(heads).toHaveLength(9);
    expect(heads.map((head) => within(head).queryByRole('button', { expanded: true }) !== null)).toEqual(
      heads.map(({ textContent }) => textContent?.startsWith('All packages')),
    );
    expect(
      within(table(/All packages/))
        .getAllByRole('columnheader')
        .map(({ textContent }) => textContent),
    ).toEqual(['Student', 'This week', 'Fractions', 'Number lines', 'Last active']);
    const [, first] = within(table(/All packages/)).getAllByRole<HTMLTableRowElement>('row');
    expect([...(first?.cells ?? [])].map(({ textContent }) => textContent.trim().replaceAll('\u00A0', ' '))).toEqual([
      '#017',
      '0',
      '26 / 70',
      '26 / 70',
      'Nov 20',
    ]);
    await press(/^All packages/);
    await press(/^Fractions/);
    expect(cell('#017', 2)).toBe('4\u00A0/\u00A08');
    expect(cell('#038', 2)).toBe('0\u00A0/\u00A08');
    await press(/^Big numbers/);
    expect(screen.getByText('No student progress in this package yet.')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: /^Fractions/, expanded: true }));
    expect(screen.getByRole('button', { name: /^Big numbers/, expanded: true })).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Fractions/, expanded: true })).toBeNull();
  });

  it('shows that a class has no progress when no student played, with cards and without what shows progress', async () => {
    await opened(succeed(aReading([aStudent('017'), aStudent('025')])));
    expect(screen.getByRole('heading', { name: 'No student progress yet' })).toBeTruthy();
    expect(screen.queryByRole('table')).toBe(null);
    expect(cardTexts()).toEqual([cardOf('017'), cardOf('025')]);
    const buttons = screen.getAllByRole('button').map(({ textContent }) => textContent);
    expect(buttons).toEqual(['Refresh', 'Names', 'Print cards', 'Copy link']);
  });

  it('sorts all tables by a column, shows the sort order, and reverses it', async () => {
    await opened();
    const head = () => screen.getByRole('columnheader', { name: 'Equal parts' });
    await press('Equal parts');
    expect(head().getAttribute('aria-sort')).toBe('ascending');
    expect(studentsIn(table(/Fractions/))).toEqual(['#038', '#025', '#017']);
    await press('Equal parts');
    expect(head().getAttribute('aria-sort')).toBe('descending');
    expect(studentsIn(table(/Fractions/))).toEqual(['#017', '#025', '#038']);
  });

  it('says in every table why a student may need help, and shows only those students on request', async () => {
    await opened();
    await press(/^Number lines/);
    const filter = screen.getByRole('button', { name: 'Needs help 1' });
    for (const name of [/Fractions/, /Number lines/]) {
      expect(within(table(name)).getAllByText('Far behind in Fractions.')).toHaveLength(1);
    }
    await userEvent.click(filter);
    expect(filter.getAttribute('aria-pressed')).toBe('true');
    for (const name of [/Fractions/, /Number lines/]) expect(studentsIn(table(name))).toEqual(['#025']);
    expect(screen.getByText('Students shown: 1 of 3')).toBeTruthy();
    await userEvent.click(filter);
    expect(studentsIn(table(/Fractions/))).toHaveLength(3);
  });

  it('says what was completed this week, sorts by it, and shows who completed nothing on request', async () => {
    const [, second] = reading.students;
    const completed = { fractions: { equal_parts: { 0: 1, 1: 2 } } };
    const students = reading.students.map((one) => (one === second ? { ...one, completed } : one));
    await opened(succeed({ ...reading, students }));
    expect(
      screen.getByText('In the last seven days, 1 of 3 students finished 1 level. In the seven days before: 2 levels.'),
    ).toBeTruthy();
    expect([cell('#017', 1), cell('#025', 1)]).toEqual(['0', '1']);
    await press('This week');
    await press('This week');
    expect(studentsIn(table(/Fractions/))).toEqual(['#025', '#017', '#038']);
    await press('Nothing this week 2');
    expect(studentsIn(table(/Fractions/))).toEqual(['#017', '#038']);
    await press(/^Needs help/);
    expect(studentsIn(table(/Fractions/))).toEqual(['#025']);
  });

  it('opens a student in place of the others, for print too, and returns the focus to the row', async () => {
    const print = vi.fn();
    vi.stubGlobal('print', print);
    const [first] = reading.students;
    const completed = { fractions: { equal_parts: { 0: 1 }, numerator_and_denominator: { 1: 2 } } };
    const students = reading.students.map((one) => (one === first ? { ...one, completed } : one));
    const kept = { names: { '017': 'Ada', '025': 'Emmy' }, keepUntil: Date.now() + 1000 };
    localStorage.setItem('studentNames:K7P-42M', JSON.stringify(kept));
    await opened(succeed({ ...reading, students }));
    await press('#017 Ada');
    const heading = screen.getByRole('heading', { level: 2, name: '#017 Ada' });
    expect(document.activeElement).toBe(heading);
    expect(screen.queryByRole('table')).toBe(null);
    expect(document.body.textContent).not.toMatch(/#025|Emmy|of 3 students|started|Copy link/);
    expect(screen.getByText('Last active: Nov 20, 2026')).toBeTruthy();
    const [fractions, lines] = screen.getAllByRole('listitem');
    expect(fractions?.textContent.replaceAll('\u00A0', ' ')).toBe(
      'Fractions 26 / 70Last 7 days1 level Equal parts (1)7 days before2 levels Numerator and denominator (2)Earlier23 levelsNextEqual parts',
    );
    expect(lines?.textContent).toContain('Last 7 days–7 days before–Earlier26 levels');
    expect(screen.getByText(/^No level finished yet in: Small numbers, /)).toBeTruthy();
    await press('Print');
    expect(print).toHaveBeenCalledOnce();
    act(() => void dispatchEvent(new Event('beforeprint')));
    expect(screen.getByText('Class 3B – K7P-42M – Nov 21, 2026')).toBeTruthy();
    expect(screen.queryByRole('table')).toBe(null);
    await press('Back to the class');
    expect(document.activeElement).toBe(screen.getAllByRole('button', { name: '#017 Ada' })[1]);
  });

  it('copies the link of the class without the reader’s language, or says why not', async () => {
    const user = userEvent.setup();
    build().show();
    await user.click(await screen.findByRole('button', { name: 'Copy link' }));
    expect(await screen.findByText('The link is copied.')).toBeTruthy();
    expect(await navigator.clipboard.readText()).toBe(location.origin + location.pathname);
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('NotAllowedError'));
    await press('Copy link');
    expect(await screen.findByText(/copy the address of this page/)).toBeTruthy();
  });

  it('downloads a file of the visible rows, named after the server’s day', async () => {
    const { services } = await opened();
    await press(/Needs help/);
    await press('CSV');
    const [name, text] = services.download.mock.lastCall ?? [];
    expect(name).toBe('class-progress-2026-11-21.csv');
    expect(text).toContain('#025');
    expect(text).not.toContain('#017');
  });

  it('prints every table, with any way of printing, and a card for each student on request', async () => {
    const print = vi.fn();
    vi.stubGlobal('print', print);
    await opened();
    await press('Print');
    expect(print).toHaveBeenCalledOnce();
    act(() => void dispatchEvent(new Event('beforeprint')));
    expect(screen.getAllByRole('table')).toHaveLength(3);
    const head = table(/Fractions/).querySelector('thead');
    expect(head?.textContent).toContain('Class 3B – K7P-42M – Fractions – Nov 21, 2026');
    expect(head?.textContent).toContain('Equal parts');
    // Browsers do not paint buttons in a repeated table head.
    expect(head?.querySelector('button')).toBe(null);
    act(() => void dispatchEvent(new Event('afterprint')));
    expect(screen.getAllByRole('table')).toHaveLength(1);
    await press('Names');
    await userEvent.type(await screen.findByLabelText('#017'), 'Ada');
    await press('Print cards');
    act(() => void dispatchEvent(new Event('beforeprint')));
    expect(cardTexts()).toEqual([cardOf('017', 'Ada'), cardOf('025'), cardOf('038')]);
    expect(screen.queryByRole('table')).toBe(null);
    act(() => void dispatchEvent(new Event('afterprint')));
    act(() => void dispatchEvent(new Event('beforeprint')));
    expect(screen.getAllByRole('table')).toHaveLength(3);
  });

  it('switches the language immediately, and keeps order, filter and panels', async () => {
    const { speak } = await opened();
    await press(/^Number lines/);
    speak('fr');
    expect(screen.getAllByRole('table')).toHaveLength(2);
    expect(screen.getByRole('region', { name: 'Droites numériques, progression de chaque élève' })).toBeTruthy();
  });
});

describe('a classroom page that stays open', () => {
  beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }));
  afterEach(() => void vi.useRealTimers());
  /** Waits for the next reading in the background. */
  const pass = (seconds = 30) => act(() => vi.advanceTimersByTimeAsync(seconds * 1000));

  it('requests new progress with the ETag, and updates it in place', async () => {
    const { read, next } = await opened();
    await press(/^Number lines/);
    await press('Equal parts');
    const row = screen.getAllByRole('rowheader', { name: /#025/ })[0];
    const [, , other] = reading.students;
    const played = aStudent('025', { fractions: { equal_parts: [7, 8] } });
    next(succeed({ ...reading, students: [...studentsOf([4, 8]).slice(0, 1), played, ...(other ? [other] : [])] }));
    await pass();
    expect(read.mock.lastCall?.[0]).toEqual({ classroomID: 'A'.repeat(22), etag: 'W/"1"', live: true });
    expect(cell('#025', 2)).toBe('7\u00A0/\u00A08');
    expect(studentsIn(table(/Fractions/))).toEqual(['#038', '#017', '#025']);
    expect(screen.getAllByRole('table')).toHaveLength(2);
    expect(row?.isConnected).toBe(true);
    next(succeed(null));
    await pass();
    expect(cell('#025', 2)).toBe('7\u00A0/\u00A08');
  });

  it('keeps the page usable after a failed refresh, and shows the time of the data', async () => {
    const { element, next } = await opened();
    next(fail('OFFLINE'));
    await pass();
    expect(screen.getByText(/^Not updated since/)).toBeTruthy();
    expect(screen.queryByRole('alert')).toBe(null);
    expect(element.failed).not.toHaveBeenCalled();
    expect(screen.queryByText('Loading…')).toBe(null);
    next(succeed(reading));
    await pass(60);
    const age = screen.getByText(/^Updated at \d+:\d\d\s?[AP]M$/);
    expect(screen.getByRole('button', { name: 'Refresh' }).getAttribute('aria-describedby')).toBe(age.id);
  });

  it('hides the class when another link replaced this one, and stops to read it', async () => {
    const { element, next, read } = await opened();
    next(fail('CLASSROOM_DOES_NOT_EXIST'));
    await pass();
    expect(screen.getByRole('alert').textContent).toMatch(/^This link opens no classroom/);
    expect(screen.queryByText('K7P-42M')).toBe(null);
    expect(element.failed.mock.calls.map(([{ code }]) => code)).toEqual(['CLASSROOM_DOES_NOT_EXIST']);
    const readings = read.mock.calls.length;
    await pass();
    expect(read).toHaveBeenCalledTimes(readings);
    // The page may show a picture there.
    expect(document.querySelector('slot[name="art"]')).not.toBe(null);
  });
});

it('shows nothing of the first class after another classroom-id, and forgets what was chosen for it', async () => {
  const { user, element, refresh, read } = await opened();
  await user.click(screen.getByRole('button', { name: /Needs help/ }));
  const other = Promise.withResolvers<Result<ClassroomReading>>();
  read.mockReturnValueOnce(other.promise);
  element.attributes['classroom-id'] = 'B'.repeat(22);
  refresh();
  expect(screen.queryByText('Class 3B')).toBe(null);
  expect(screen.getByRole('status').textContent).toBe('Loading…');
  expect(read.mock.lastCall?.[0]).toEqual({ classroomID: 'B'.repeat(22), etag: undefined, live: false });
  other.resolve(succeed({ ...reading, name: 'Class 4A' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Class 4A' })).toBeTruthy();
  expect(screen.getByRole('button', { name: /Needs help/ }).getAttribute('aria-pressed')).toBe('false');
});

describe('a class that cannot be read', () => {
  it('explains the reason, and can be retried', async () => {
    const { user, next } = await opened(fail('SERVICE_UNAVAILABLE'));
    expect(screen.getByRole('alert').textContent).toMatch(/^We can’t reach our servers/);
    expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1);
    next(succeed(reading));
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    const heading = await screen.findByRole('heading', { level: 1, name: 'Class 3B' });
    expect(document.activeElement).toBe(heading);
  });

  it('keeps its content when it cannot be refreshed', async () => {
    const { user, element, next, read } = await opened();
    next(fail('TOO_MANY_REQUESTS', { retryAfter: 40 }));
    await user.click(screen.getByRole('button', { name: 'Refresh' }));
    expect((await screen.findByRole('alert')).textContent).toContain('40 seconds');
    expect(element.failed).toHaveBeenCalledOnce();
    expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1);
    expect(read.mock.lastCall?.[0]).toEqual({ classroomID: 'A'.repeat(22), etag: 'W/"1"', live: false });
    expect(cell('#017', 2)).toBe('4\u00A0/\u00A08');
  });

  it('unblocks the page after an internal error', async () => {
    const { show, read } = build();
    read.mockRejectedValueOnce(new Error('A fault of ours'));
    show();
    expect(await screen.findByRole('alert')).toBeTruthy();
    expect(screen.queryByText('Loading…')).toBe(null);
  });
});

describe('the names of the students', () => {
  const fieldOf = (student: string) => screen.getByLabelText<HTMLInputElement>(student);
  const openNames = async () => {
    const built = await opened();
    await press('Names');
    await screen.findByRole('heading', { name: 'Names of your students' });
    return built;
  };
  const namesInTable = () =>
    screen.getAllByRole('rowheader').flatMap((head) => head.querySelector('bdi')?.textContent || []);

  const stored = (): unknown => JSON.parse(localStorage.getItem('studentNames:K7P-42M') ?? '{}').names;

  it('are typed, and appear beside the codes at once', async () => {
    const { user } = await openNames();
    expect(screen.getByText(/^The names stay in this browser/)).toBeTruthy();
    await user.type(fieldOf('#025'), 'Ada ');
    expect(namesInTable()).toEqual(['Ada']);
    expect(fieldOf('#025').value).toBe('Ada ');
    expect(stored()).toEqual({ '025': 'Ada' });
    await user.clear(fieldOf('#025'));
    expect(namesInTable()).toEqual([]);
  });

  const preview = () => screen.queryByRole('dialog', { name: 'Is this your class?' });
  const said = () => [...(preview()?.querySelectorAll('[role=status] p') ?? [])].map(({ textContent }) => textContent);
  const fillIn = () => press('Yes, fill in');

  it('are pasted as a list, which is shown with those for no student, and fills in nothing before a yes', async () => {
    const { user, services } = await openNames();
    await user.click(fieldOf('#025'));
    await user.paste('1\tEmmy\n2\tSofia\n3\tHypatia\n');
    expect(said()).toEqual([
      'Names found: 3.',
      'First: Emmy #025',
      'Last: Sofia #038',
      'No student is left for: Hypatia (1).',
    ]);
    const all = within(preview() ?? document.body).getAllByRole('listitem');
    expect(all.map(({ textContent }) => textContent)).toEqual(['#025 Emmy', '#038 Sofia']);
    expect(namesInTable()).toEqual([]);
    await press('Cancel');
    expect([preview(), namesInTable()]).toEqual([null, []]);
    await user.click(fieldOf('#025'));
    await user.paste('Emmy, Sofia');
    expect(preview()).toBe(null);
    await user.clear(fieldOf('#025'));
    await user.paste('Ada Lovelace, Emmy Noether, Sofia');
    await fillIn();
    expect(screen.getByText('Names filled in: 2.')).toBeTruthy();
    expect(namesInTable()).toEqual(['Ada Lovelace', 'Emmy Noether']);
    await press('CSV');
    expect(services.download.mock.lastCall?.[1]).toMatch(/\r\n"#025","Ada Lovelace",/);
    await user.click(fieldOf('#017'));
    await user.paste('Ada');
    expect(fieldOf('#017').value).toBe('Ada');
  });

  it('come from other columns of a list if these are wrong', async () => {
    const { user } = await openNames();
    await user.click(fieldOf('#017'));
    await user.paste('Surname\tForename\tNote\nLovelace\tAda\t\nNoether\tAmalie\tEmmy');
    const found = (count: number, first: string, last: string) => [
      `Names found: ${count}.`,
      `First: ${first}`,
      `Last: ${last}`,
    ];
    expect(said()).toEqual(found(2, 'Ada Lovelace #017', 'Amalie Noether #025'));
    const lastName = screen.getByLabelText('Column with the last name');
    await user.selectOptions(lastName, '–');
    const firstName = screen.getByLabelText('Column with the first or whole name');
    await user.selectOptions(firstName, 'Note');
    expect(said()).toEqual(found(1, 'Emmy #017', 'Emmy #017'));
    // Another count moves the focus nowhere.
    expect(document.activeElement).toBe(firstName);
    await user.selectOptions(firstName, 'Forename');
    await fillIn();
    expect(namesInTable()).toEqual(['Ada', 'Amalie']);
  });

  it('leave out a line that is no student, and give its code to the next one', async () => {
    const { user } = await openNames();
    await user.click(fieldOf('#017'));
    await user.paste('Mrs Baker\nEmmy\nSofia');
    await user.click(screen.getByRole('checkbox', { name: '#017 Mrs Baker' }));
    expect(said()).toEqual(['Names found: 2.', 'First: Emmy #017', 'Last: Sofia #025']);
    const title = screen.getByRole('checkbox', { name: '– Mrs Baker' });
    expect(document.activeElement).toBe(title);
    await user.click(title);
    await user.click(title);
    await user.keyboard('{Enter}');
    expect(namesInTable()).toEqual(['Emmy', 'Sofia']);
  });

  it('that are longer than 40 letters, and lists without names, have an answer', async () => {
    const { user } = await openNames();
    const long = 'Marie-Antoinette Wolfeschlegelsteinhausen';
    await user.click(fieldOf('#017'));
    await user.paste(long);
    expect(screen.getByText(`A name has at most 40 letters, and is cut after that: ${long}.`)).toBeTruthy();
    await user.paste(`Ada\n${long}`);
    expect(said().at(-1)).toBe(`A name has at most 40 letters, and is cut after that: ${long}.`);
    await press('Cancel');
    await user.click(fieldOf('#017'));
    await user.paste('1\n2\n3');
    expect(screen.getByText('This list contains no names.')).toBeTruthy();
  });

  it('end with a button that closes the panel and returns the focus', async () => {
    await openNames();
    await press('Done');
    expect(screen.queryByRole('heading', { name: 'Names of your students' })).toBe(null);
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Names' }));
  });

  it('are removed by one button, and come back by another, which keeps the focus', async () => {
    const { user } = await openNames();
    await user.type(fieldOf('#017'), 'Ada');
    await press('Remove all names');
    expect(namesInTable()).toEqual([]);
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Undo' }));
    await press('Undo');
    expect(namesInTable()).toEqual(['Ada']);
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Remove all names' }));
  });

  it('go to another computer by the CSV file, in which a name is no formula, and come from any list', async () => {
    const { user, services } = await openNames();
    await user.type(fieldOf('#017'), '=1+Ada');
    await press('CSV');
    await waitFor(() => expect(services.download).toHaveBeenCalled());
    const [name = '', content = ''] = services.download.mock.lastCall ?? [];
    expect(content).toMatch(/\r\n"#017","'=1\+Ada",/);
    await press('Remove all names');
    const upload = screen.getByLabelText('Choose a file');
    await user.upload(upload, new File([content], name, { type: 'text/csv' }));
    await waitFor(() => expect(said().slice(1)).toEqual(['First: =1+Ada #017', 'Last: =1+Ada #017']));
    await fillIn();
    expect(namesInTable()).toEqual(['=1+Ada']);
    await user.upload(upload, new File(['1\tBen Okafor\n2\tEmmy Noether'], 'list.txt', { type: 'text/plain' }));
    await waitFor(() => expect(preview()).not.toBe(null));
    await fillIn();
    expect(namesInTable()).toEqual(['Ben Okafor', 'Emmy Noether']);
  });

  it.each([
    ['This file is too large', 'Ada\n'.repeat(300_000)],
    ['This file can’t be read', 'PK\u0003\u0004'],
    ['This file can’t be read', '{\\rtf1 Ada Lovelace\\par}'],
    ['This file can’t be read', '<html><table><tr><td>Ada Lovelace</td></tr></table></html>'],
    ['This list contains no names.', 'Name\n'],
  ])('do not come from a file with another content: %s', async (sentence, content) => {
    const { user } = await openNames();
    await user.upload(screen.getByLabelText('Choose a file'), new File([content], 'a.csv', { type: 'text/csv' }));
    expect(await screen.findByText(sentence, { exact: false })).toBeTruthy();
    expect(namesInTable()).toEqual([]);
  });

  it('are not removed when another tab stored them before the panel opens', async () => {
    const { user } = await opened();
    const kept = { names: { '017': 'Ada' }, keepUntil: Date.now() + 1000 };
    localStorage.setItem('studentNames:K7P-42M', JSON.stringify(kept));
    await press('Names');
    await waitFor(() => expect(namesInTable()).toEqual(['Ada']));
    await user.type(fieldOf('#025'), 'Emmy');
    expect(stored()).toEqual({ '017': 'Ada', '025': 'Emmy' });
    expect(namesInTable()).toEqual(['Ada', 'Emmy']);
  });

  it('are lost with the page in a browser that stores nothing, which says so', async () => {
    const { user } = await opened();
    vi.spyOn(window, 'localStorage', 'get').mockImplementation(() => {
      throw new Error('SecurityError');
    });
    await press('Names');
    expect(await screen.findByText(/^This browser stores nothing for this page/)).toBeTruthy();
    await user.type(fieldOf('#017'), 'Ada');
    expect(namesInTable()).toEqual(['Ada']);
  });
});
