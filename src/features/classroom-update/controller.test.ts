import { describe, expect, it, vi } from 'vitest';
import { fail, succeed } from '../../lib/result.ts';
import { type ClassroomUpdateServices, createClassroomUpdateController } from './controller.ts';

const classroomCode = 'K7P-42M';
const change = { kind: 'restore', clearedAt: '2026-11-20T12:00:00.000Z' } as const;

const open = (secret: string | null = 'secret-of-the-link') => {
  const read = vi.fn<ClassroomUpdateServices['read']>(async () => succeed({ change, classroomCode }));
  const apply = vi.fn<ClassroomUpdateServices['apply']>(async () => succeed({ classroomCode, classroomID: 'a' }));
  const controller = createClassroomUpdateController({ read, apply }, secret);
  const failures = vi.fn();
  controller.onFailure(failures);
  const until = (step: string) => vi.waitFor(() => expect(controller.state().step).toBe(step));
  return { controller, read, apply, failures, until };
};

describe('the controller of a mailed change, without a DOM', () => {
  it('reads the change, and applies it only on request', async () => {
    const { controller, apply, until } = open();
    controller.start?.();
    await until('asking');
    expect(apply).not.toHaveBeenCalled();
    controller.apply(new FormData());
    await until('done');
    expect(controller.state()).toEqual({ step: 'done', kind: 'restore', classroomID: 'a' });
  });

  it('reads nothing without a secret', () => {
    const { controller, read } = open(null);
    controller.start?.();
    expect(controller.state()).toEqual({ step: 'link-spent' });
    expect(read).not.toHaveBeenCalled();
  });

  it('reports a failure, and reads the change again on request', async () => {
    const { controller, read, failures, until } = open();
    read.mockResolvedValueOnce(fail('OFFLINE'));
    controller.start?.();
    await until('unreachable');
    expect(failures).toHaveBeenCalledExactlyOnceWith({ code: 'OFFLINE' });
    controller.open();
    await until('asking');
  });

  it('ends its request when the element leaves, and can start again', async () => {
    const { controller, read, until } = open();
    controller.start?.()();
    expect(read.mock.calls[0]?.[1]?.aborted).toBe(true);
    controller.start?.();
    await until('asking');
    expect(read).toHaveBeenCalledTimes(2);
  });
});
