import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { FormMode } from '../../contracts/elements.ts';
import { type Result, succeed } from '../../lib/result.ts';
import type { ClassroomReading } from '../../services/school-zone/classroom.ts';
import { fakeElement } from '../shared/testing/fake-element.ts';
import { type ClassroomServices, createClassroomController, nextReading } from './controller.ts';
import { createClassNames } from './student-names.ts';
import { aReading, now } from './testing/classroom-builder.ts';

const ada = new Map([['003', 'Ada']]);
const emmy = new Map([['001', 'Emmy']]);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  localStorage.clear();
});
const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000);
/** Hides the page in another tab, or shows it. */
const beVisible = (seen: boolean): void => {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(seen ? 'visible' : 'hidden');
  document.dispatchEvent(new Event('visibilitychange'));
};
/** Opens the page of a class, and leaves it open. */
const open = async (kind: FormMode['kind'] = 'first-party') => {
  const read = vi.fn<ClassroomServices['read']>(async () => succeed(aReading()));
  const element = fakeElement(kind, { 'classroom-id': 'A'.repeat(22) });
  const controller = createClassroomController({ read, download: vi.fn() }, element);
  const stop = controller.start?.();
  await pass(0);
  return { controller, element, read, stop: () => stop?.() };
};
/** Keeps names in another tab. */
const keepElsewhere = (names: ReadonlyMap<string, string>): void => {
  createClassNames({ code: () => 'K7P-42M', show: () => undefined }).keep(names);
  dispatchEvent(new Event('storage'));
};

it('replaces a reading in the background by a requested one', async () => {
  const { controller, read } = await open();
  const background = Promise.withResolvers<Result<ClassroomReading>>();
  read.mockReturnValueOnce(background.promise);
  await pass(30);
  controller.refresh();
  expect(read.mock.calls[1]?.[1]?.aborted).toBe(true);
  background.resolve(succeed(aReading([], { name: 'An old answer' })));
  await pass(0);
  expect(controller.state()).toMatchObject({ loading: false, reading: { name: 'Class 3B' } });
});

it('ends the request and the timer when the element leaves, and can start again', async () => {
  const { controller, read, stop } = await open();
  stop();
  await pass(120);
  expect(read).toHaveBeenCalledTimes(1);
  controller.start?.()();
  expect(read.mock.lastCall?.[1]?.aborted).toBe(true);
  await pass(120);
  expect(read).toHaveBeenCalledTimes(2);
  controller.start?.();
  await pass(30);
  expect(controller.state().reading?.name).toBe('Class 3B');
  expect(read).toHaveBeenCalledTimes(4);
});

it('shows the names of the students, and follows other tabs until the element leaves', async () => {
  keepElsewhere(emmy);
  const { controller, stop } = await open();
  expect(controller.state().names).toEqual(emmy);
  keepElsewhere(ada);
  expect(controller.state().names).toEqual(ada);
  stop();
  keepElsewhere(emmy);
  expect(controller.state().names).toEqual(ada);
});

it('reads no names on a page that is not the portal’s', async () => {
  keepElsewhere(ada);
  const { controller } = await open('blocked');
  expect(controller.names).toBe(undefined);
  expect(controller.state().names.size).toBe(0);
});

describe('a page that is left open', () => {
  it('reads every 30 seconds while it is visible', async () => {
    const { read } = await open();
    await pass(29);
    expect(read).toHaveBeenCalledTimes(1);
    await pass(61);
    expect(read).toHaveBeenCalledTimes(4);
  });

  it('reads nothing while it is hidden, and once as soon as it is visible again', async () => {
    const { read } = await open();
    beVisible(false);
    await pass(300);
    expect(read).toHaveBeenCalledTimes(1);
    beVisible(true);
    expect(read).toHaveBeenCalledTimes(2);
    await pass(29);
    beVisible(false);
    beVisible(true);
    expect(read).toHaveBeenCalledTimes(2);
  });

  it('shows the time of the last check by the server’s clock while nothing changes', async () => {
    const { controller, read } = await open();
    const { reading } = controller.state();
    read.mockResolvedValue(succeed(null));
    await pass(60);
    expect(controller.state()).toMatchObject({ reading, readAt: now + 60_000, late: false });
  });

  it('waits longer after each failure in a row, up to five minutes, and as long as the server requests', () => {
    expect([0, 1, 2, 3, 4, 9].map((failures) => nextReading(failures) / 1000)).toEqual([30, 60, 120, 240, 300, 300]);
    expect(nextReading(0, 400)).toBe(400_000);
    expect(nextReading(2, 10)).toBe(120_000);
  });
});
