import { describe, expect, it, vi } from 'vitest';
import type { FormMode } from '../../contracts/form-mode.ts';
import { fail, type Result, succeed } from '../../lib/result.ts';
import type { ClassroomReading } from '../../services/school-zone/classroom.ts';
import { fakeElement } from '../shared/testing/fake-element.ts';
import { createClassroomController } from './classroom-controller.ts';
import { classroomStart } from './classroom-flow.ts';
import type { ClassroomServices } from './classroom-services.ts';
import { aReading, now } from './testing/classroom-builder.ts';
import { fakeNames } from './testing/fake-names.ts';

const first = 'A'.repeat(22);
const second = 'B'.repeat(22);

const ada = new Map([['003', 'Ada']]);

const open = (kind: FormMode['kind'] = 'first-party') => {
  const fake = fakeNames(ada);
  const timers = new Set<() => void>();
  const unsubscribe = vi.fn();
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
    visibility: { visible: () => true, subscribe: () => unsubscribe },
    ...fake.services,
    openNames: vi.fn(fake.services.openNames),
    download: vi.fn(),
    print: vi.fn(),
    copy: async () => true,
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
  /** Fires the timer of the next reading in the background. */
  const pass = async () => {
    const [due] = timers;
    timers.clear();
    due?.();
    await vi.waitFor(() => expect(timers.size).toBe(1));
  };
  return { controller, services, element, failures, read, timers, unsubscribe, fake, started, pass };
};

describe('the controller of a class, without a DOM', () => {
  it('reads the class, is ready then, and reads it again in the background from the cursor', async () => {
    const { controller, element, read, started, pass } = open();
    await started();
    expect(controller.state()).toMatchObject({ reading: { name: 'Class 3B' }, loading: false });
    expect(element.ready).toHaveBeenCalledOnce();
    await pass();
    expect(read.mock.calls.map(([request]) => request)).toEqual([
      { classroomID: first, since: undefined, live: false },
      { classroomID: first, since: 'cursor-1', live: true },
    ]);
  });

  it('reports a requested reading that failed, and none in the background', async () => {
    const { controller, failures, read, started, pass } = open();
    await started();
    read.mockResolvedValue(fail('OFFLINE'));
    await pass();
    expect(controller.state().late).toBe(true);
    expect(failures).not.toHaveBeenCalled();
    controller.refresh();
    await vi.waitFor(() => expect(failures).toHaveBeenCalledExactlyOnceWith({ code: 'OFFLINE' }));
  });

  it('stops to read when another link replaced this one', async () => {
    const { controller, failures, read, timers, unsubscribe, started } = open();
    await started();
    read.mockResolvedValue(fail('CLASSROOM_DOES_NOT_EXIST'));
    for (const due of timers) due();
    await vi.waitFor(() => expect(failures).toHaveBeenCalledOnce());
    expect(controller.state().reading).toBe(null);
    expect(unsubscribe).toHaveBeenCalledOnce();
  });

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

  it('has nothing of a class as soon as the element names another', async () => {
    const { controller, element, read, started } = open();
    const stop = await started();
    element.attributes['classroom-id'] = second;
    expect(controller.state()).toBe(classroomStart);
    stop();
    read.mockReturnValueOnce(new Promise(() => {}));
    controller.start?.();
    expect(controller.state()).toEqual(classroomStart);
    expect(read.mock.lastCall?.[0].classroomID).toBe(second);
  });
});

describe('the names of the students', () => {
  it('are shown with the class, and loaded only in a browser that has some', async () => {
    const { controller, fake, started } = open();
    await started();
    await vi.waitFor(() => expect(controller.state().names).toEqual(ada));
    expect(fake.update).toHaveBeenCalledExactlyOnceWith(false);
    expect(fake.page()).toMatchObject({ classroomID: first });
    expect(fake.page()?.code()).toBe('K7P-42M');
  });

  it('are shown at once when they change, and report whether the browser stores anything', async () => {
    const { controller, fake, started } = open();
    await started();
    fake.isStored.mockReturnValue(false);
    const next = new Map([['001', 'Emmy']]);
    expect((await controller.names?.())?.keep(next)).toBe(false);
    expect(controller.state().names).toBe(next);
  });

  it('are loaded again when the first try fails', async () => {
    const { controller, services, fake, started } = open();
    services.openNames.mockRejectedValueOnce(new TypeError('Failed to fetch'));
    await started();
    expect(controller.state().names.size).toBe(0);
    expect((await controller.names?.())?.update(false)).toBe(true);
    expect(controller.state().names).toEqual(ada);
    expect(fake.page()).toMatchObject({ classroomID: first });
  });

  it('are no longer followed when the element leaves', async () => {
    const { controller, fake, started } = open();
    const stop = await started();
    await vi.waitFor(() => expect(controller.state().names).toEqual(ada));
    stop();
    await vi.waitFor(() => expect(fake.stop).toHaveBeenCalledOnce());
  });

  it('are kept for a while when the link shows no class any more', async () => {
    const { controller, fake, read, started } = open();
    await started();
    read.mockResolvedValue(fail('CLASSROOM_DOES_NOT_EXIST'));
    controller.refresh();
    await vi.waitFor(() => expect(fake.update).toHaveBeenLastCalledWith(true));
    expect(controller.state().names.size).toBe(0);
  });

  it('are not loaded on a page that is not the portal’s', async () => {
    const { controller, fake, started } = open('blocked');
    await started();
    expect(controller.names).toBe(undefined);
    expect(fake.page()).toBe(undefined);
  });
});
