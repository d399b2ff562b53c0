import { describe, expect, it } from 'vitest';
import { classroomUpdateFlow, classroomUpdateStart, type ClassroomUpdateState } from './controller.ts';

const change = { kind: 'restore', clearedAt: '2026-11-20T12:00:00.000Z' } as const;
const classroomCode = 'K7P-42M';
const asking: ClassroomUpdateState = { step: 'asking', failure: null, change, classroomCode };

describe('the flow of a mailed change of a class', () => {
  it.each([null, ''])('explains that a link without a secret is invalid: %j', (secret) => {
    expect(classroomUpdateStart(secret)).toEqual({ step: 'link-spent' });
  });

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
