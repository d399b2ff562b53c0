import { describe, expect, it } from 'vitest';
import { type ClassroomEvent, type ClassroomState, classroomFlow, classroomStart } from './classroom-flow.ts';
import { aReading, aStudent, now } from './testing/classroom-builder.ts';

const after = (...events: ClassroomEvent[]): ClassroomState => events.reduce(classroomFlow, classroomStart);
const reading = aReading([aStudent('017')]);
const read: ClassroomEvent = { type: 'read', reading, at: now };
const failed = (live: boolean, code: 'OFFLINE' | 'CLASSROOM_DOES_NOT_EXIST' = 'OFFLINE'): ClassroomEvent => ({
  type: 'failed',
  failure: { code },
  live,
});

describe('the way to a class', () => {
  it('blocks the page until an answer came, good or bad', () => {
    expect(classroomStart.loading).toBe(true);
    expect(after(read)).toMatchObject({ loading: false, reading, readAt: now, failure: null });
    expect(after(failed(false))).toMatchObject({ loading: false, reading: null, failure: { code: 'OFFLINE' } });
  });

  it('blocks it again when somebody asks again, and keeps what is known', () => {
    expect(after(read, { type: 'asked' })).toMatchObject({ loading: true, reading });
    expect(after(read, { type: 'asked' }, failed(false))).toMatchObject({ reading, failure: { code: 'OFFLINE' } });
  });

  it('is only late when an answer that nobody asked for does not come', () => {
    expect(after(read, failed(true))).toMatchObject({ reading, late: true, failure: null, loading: false });
    expect(after(read, failed(true), read).late).toBe(false);
  });

  it('shows nothing more of a class whose link was changed', () => {
    const code = 'CLASSROOM_DOES_NOT_EXIST';
    expect(after(read, failed(true, code))).toMatchObject({ reading: null, failure: { code }, loading: false });
  });

  it('remembers that it was tried again after a failure, until it is asked once more', () => {
    const again = after(failed(false), { type: 'asked' }, read);
    expect(again.retried).toBe(true);
    expect(classroomFlow(again, { type: 'asked' }).retried).toBe(false);
  });
});
