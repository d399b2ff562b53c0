import { describe, expect, it } from 'vitest';
import {
  type ClassroomEvent,
  type ClassroomState,
  classroomFlow,
  classroomStart,
  mergeReading,
} from './classroom-flow.ts';
import { aReading, aStudent, now } from './testing/classroom-builder.ts';

const one = aStudent('017', { time: { clocks: [1, 4] } });
const other = aStudent('025');
const before = aReading([one, other]);

describe('merging a partial reading', () => {
  it('replaces only students who played since, and keeps the same objects for the others', () => {
    const played = aStudent('025', { time: { clocks: [2, 4] } });
    const merged = mergeReading(before, aReading([played], { partial: true, cursor: 'cursor-2' }));
    expect(merged.students).toEqual([one, played]);
    expect(merged.students[0]).toBe(one);
    expect(merged.cursor).toBe('cursor-2');
  });

  it('changes no student when it contains none', () => {
    expect(mergeReading(before, aReading([], { partial: true })).students).toEqual([one, other]);
  });

  it('replaces everything when it is complete', () => {
    expect(mergeReading(before, aReading([other])).students).toEqual([other]);
    expect(mergeReading(null, aReading([one])).students).toEqual([one]);
    expect(mergeReading(null, aReading([one], { partial: true })).students).toEqual([one]);
  });
});

const after = (...events: ClassroomEvent[]): ClassroomState => events.reduce(classroomFlow, classroomStart);
const reading = aReading([aStudent('017')]);
const read: ClassroomEvent = { type: 'read', reading, at: now };
const failed = (live: boolean, code: 'OFFLINE' | 'CLASSROOM_DOES_NOT_EXIST' = 'OFFLINE'): ClassroomEvent => ({
  type: 'failed',
  failure: { code },
  live,
});

describe('the flow of loading a class', () => {
  it('blocks the page until a response arrives, good or bad', () => {
    expect(classroomStart.loading).toBe(true);
    expect(after(read)).toMatchObject({ loading: false, reading, readAt: now, failure: null });
    expect(after(failed(false))).toMatchObject({ loading: false, reading: null, failure: { code: 'OFFLINE' } });
  });

  it('blocks it again on a requested refresh, and keeps the known class', () => {
    expect(after(read, { type: 'asked' })).toMatchObject({ loading: true, reading });
    expect(after(read, { type: 'asked' }, failed(false))).toMatchObject({ reading, failure: { code: 'OFFLINE' } });
  });

  it('marks the class as late when a background refresh fails', () => {
    expect(after(read, failed(true))).toMatchObject({ reading, late: true, failure: null, loading: false });
    expect(after(read, failed(true), read).late).toBe(false);
  });

  it('hides a class whose link was changed', () => {
    const code = 'CLASSROOM_DOES_NOT_EXIST';
    expect(after(read, failed(true, code))).toMatchObject({ reading: null, failure: { code }, loading: false });
  });

  it('remembers that it was retried after a failure, until the next request', () => {
    const again = after(failed(false), { type: 'asked' }, read);
    expect(again.retried).toBe(true);
    expect(classroomFlow(again, { type: 'asked' }).retried).toBe(false);
  });
});
