import { describe, expect, it, vi } from 'vitest';
import { succeed } from '../../lib/result.ts';
import {
  classroomUpdateFlow,
  type ClassroomUpdateServices,
  classroomUpdateStart,
  type ClassroomUpdateState,
  createClassroomUpdateController,
} from './controller.ts';

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
  it('reads nothing without a secret', () => {
    const { controller, read } = open(null);
    controller.start?.();
    expect(controller.state()).toEqual({ step: 'link-spent' });
    expect(read).not.toHaveBeenCalled();
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

const asking: ClassroomUpdateState = { step: 'asking', failure: null, change, classroomCode };

describe('the flow of a mailed change of a class', () => {
  it('applies a change only after it was shown', () => {
    const opening = classroomUpdateStart('secret-of-the-link');
    expect(classroomUpdateFlow(opening, { type: 'sent' })).toBe(opening);
    const applying = classroomUpdateFlow(asking, { type: 'sent' });
    expect(applying).toEqual({ step: 'applying', change, classroomCode });
    expect(classroomUpdateFlow(applying, { type: 'applied', classroomID: 'a' })).toEqual({
      step: 'done',
      kind: 'restore',
      classroomID: 'a',
    });
  });

  it('ignores a late response after the link turned out to be invalid', () => {
    const spent = classroomUpdateFlow(asking, { type: 'failed', failure: { code: 'LINK_EXPIRED' } });
    expect(spent).toEqual({ step: 'link-spent' });
    expect(classroomUpdateFlow(spent, { type: 'applied', classroomID: 'a' })).toBe(spent);
  });
});
