import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { FormMode } from '../../contracts/elements.ts';
import { fail, type Result, succeed } from '../../lib/result.ts';
import { timers as realTimers } from '../../lib/timers.ts';
import type { ClassroomReading } from '../../services/school-zone/classroom.ts';
import { fakeElement } from '../shared/testing/fake-element.ts';
import { type ClassroomServices, createClassroomController, nextReading } from './controller.ts';
import { aReading, now } from './testing/classroom-builder.ts';
import { type NamedClass, noNames } from './student-names.ts';

const first = 'A'.repeat(22);
const ada = new Map([['003', 'Ada']]);

const open = (kind: FormMode['kind'] = 'first-party') => {
  let page: NamedClass | undefined;
  const update = vi.fn((isGone: boolean) => {
    page?.show(isGone ? noNames : ada);
    return true;
  });
  const names = { update, keep: vi.fn(), stop: vi.fn(), page: () => page };
  const timers = new Set<() => void>();
  const read = vi.fn<ClassroomServices['classrooms']['read']>(async () => succeed(aReading()));
  const services = {
    classrooms: { read },
    timers: {
      now: () => now,
      after: (_, callback) => {
        timers.add(callback);
        return () => timers.delete(callback);
      },
    },
    visibility: { visible: () => true, subscribe: () => () => {} },
    openNames: (shown) => {
      page = shown;
      return names;
    },
    download: vi.fn(),
    print: vi.fn(),
  } satisfies ClassroomServices;
  const element = fakeElement(kind, { 'classroom-id': first });
  const controller = createClassroomController(services, element);
  const failures = vi.fn();
  controller.onFailure(failures);
  const started = async () => {
    const stop = controller.start?.();
    await vi.waitFor(() => expect(element.ready).toHaveBeenCalled());
    return () => stop?.();
  };
  return { controller, services, element, failures, read, timers, names, started };
};

describe('the controller of a class, without a DOM', () => {
  it('replaces a reading in the background by a requested one', async () => {
    const { controller, read, timers, started } = open();
    await started();
    const background = Promise.withResolvers<Result<ClassroomReading>>();
    read.mockReturnValueOnce(background.promise);
    for (const due of timers) due();
    controller.refresh();
    expect(read.mock.calls[1]?.[1]?.aborted).toBe(true);
    background.resolve(succeed(aReading([], { name: 'An old answer' })));
    await vi.waitFor(() => expect(controller.state().loading).toBe(false));
    expect(controller.state().reading?.name).toBe('Class 3B');
  });

  it('ends the request and the timer when the element leaves, and can start again', async () => {
    const { controller, element, read, timers, started } = open();
    const stop = await started();
    controller.refresh();
    stop();
    expect(read.mock.lastCall?.[1]?.aborted).toBe(true);
    expect(timers.size).toBe(0);
    element.ready.mockClear();
    await started();
    expect(controller.state().reading?.name).toBe('Class 3B');
    expect(timers.size).toBe(1);
  });
});

describe('the names of the students', () => {
  it('are shown with the class, and no longer followed when the element leaves', async () => {
    const { controller, names, started } = open();
    const stop = await started();
    expect(controller.state().names).toEqual(ada);
    expect(names.update).toHaveBeenCalledExactlyOnceWith(false);
    expect(names.page()?.code()).toBe('K7P-42M');
    stop();
    expect(names.stop).toHaveBeenCalledOnce();
  });

  it('are kept for a while when the link shows no class any more', async () => {
    const { controller, names, read, started } = open();
    await started();
    read.mockResolvedValue(fail('CLASSROOM_DOES_NOT_EXIST'));
    controller.refresh();
    await vi.waitFor(() => expect(names.update).toHaveBeenLastCalledWith(true));
    expect(controller.state().names.size).toBe(0);
  });

  it('are not read on a page that is not the portal’s', async () => {
    const { controller, names, started } = open('blocked');
    await started();
    expect(controller.names).toBe(undefined);
    expect(names.page()).toBe(undefined);
  });
});

describe('a page that is left open', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });
  const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000);
  const leftOpen = async () => {
    const { services, element, read } = open();
    let isVisible = true;
    let tell = (): void => {};
    const visibility = {
      visible: () => isVisible,
      subscribe: (listener: () => void) => {
        tell = listener;
        return () => {};
      },
    };
    const controller = createClassroomController({ ...services, timers: realTimers, visibility }, element);
    const stop = controller.start?.();
    await pass(0);
    const look = (seen: boolean) => {
      isVisible = seen;
      tell();
    };
    return { controller, read, look, stop: () => stop?.() };
  };

  it('reads every 30 seconds while it is visible, and nothing after it was stopped', async () => {
    const { read, stop } = await leftOpen();
    await pass(29);
    expect(read).toHaveBeenCalledTimes(1);
    await pass(61);
    expect(read).toHaveBeenCalledTimes(4);
    stop();
    await pass(120);
    expect(read).toHaveBeenCalledTimes(4);
  });

  it('reads nothing while it is hidden, and once as soon as it is visible again', async () => {
    const { read, look } = await leftOpen();
    look(false);
    await pass(300);
    expect(read).toHaveBeenCalledTimes(1);
    look(true);
    expect(read).toHaveBeenCalledTimes(2);
    await pass(29);
    look(false);
    look(true);
    expect(read).toHaveBeenCalledTimes(2);
  });

  it('shows the time of the last check by the server’s clock while nothing changes', async () => {
    const { controller, read } = await leftOpen();
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
