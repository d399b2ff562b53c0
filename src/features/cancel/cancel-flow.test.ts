import { describe, expect, it } from 'vitest';
import type { Leaving } from '../../contracts/declaration.ts';
import { cancelFlow, cancelStart, type CancelEvent, type CancelState } from './cancel-flow.ts';

const after = (start: CancelState, ...events: CancelEvent[]): CancelState => events.reduce(cancelFlow, start);
const declarant = { name: 'Marie Curie', email: 'marie@example.com' };
const declaration = { id: 'd1', kind: 'withdrawal', declaredAt: '2026-12-01T09:00:00.000Z', state: 'mailed' } as const;
const leaving: Leaving = { subscription: null, withdrawUntil: null, declaration: null, canUndo: false };
const opening = cancelFlow(cancelStart, { type: 'opening' });
const chose = { type: 'chose', kind: 'withdrawal' } as const;

describe('ending a contract without a session', () => {
  const typed = after(cancelStart, chose, { type: 'typed', declarant });

  it('declares nothing before the summary', () => {
    expect(typed).toMatchObject({
      step: 'recap',
      kind: 'withdrawal',
      source: { by: 'visitor', declarant },
      busy: false,
    });
  });

  it.each([
    [
      { name: '', email: 'marie@example.com' },
      { name: 'missing', email: undefined },
    ],
    [
      { name: 'Marie', email: 'marie' },
      { name: undefined, email: 'invalid' },
    ],
    [
      { name: 'Marie', email: 'marie@example.com,other@example.com' },
      { name: undefined, email: 'invalid' },
    ],
    [
      { name: 'x'.repeat(121), email: 'marie@example.com' },
      { name: 'long', email: undefined },
    ],
    [
      { name: '', email: '' },
      { name: 'missing', email: 'missing' },
    ],
  ])('names what is missing or wrong in %j', (declarant, fields) => {
    const state = after(cancelStart, chose, { type: 'typed', declarant });
    expect(state).toMatchObject({ step: 'typing', problem: { fields }, typed: declarant });
  });

  it('keeps what was typed on the way back', () => {
    expect(after(typed, { type: 'back' })).toMatchObject({ step: 'typing', typed: declarant });
    expect(after(typed, { type: 'back' }, { type: 'back' }, chose)).toMatchObject({ step: 'typing', typed: declarant });
  });

  it('returns to the form with what was typed when the server refuses it', () => {
    const failure = { code: 'INVALID_PAYLOAD' } as const;
    expect(after(typed, { type: 'sent' }, { type: 'failed', failure })).toMatchObject({
      step: 'typing',
      typed: declarant,
      problem: { failure, fields: { name: 'refused', email: 'refused' } },
    });
  });

  it('keeps the summary after a failure, and shows the declaration after a success', () => {
    const failed = after(typed, { type: 'sent' }, { type: 'failed', failure: { code: 'OFFLINE' } });
    expect(failed).toMatchObject({ step: 'recap', busy: false, failure: { code: 'OFFLINE' } });
    expect(after(failed, { type: 'sent' }, { type: 'received', declaration })).toMatchObject({
      step: 'received',
      declaration,
    });
  });
});

describe('ending a contract with a session', () => {
  it('shows the summary at once, and returns to the choice', () => {
    const recap = after(opening, { type: 'looked', leaving }, chose);
    expect(recap).toMatchObject({ step: 'recap', source: { by: 'account', leaving } });
    expect(after(recap, { type: 'back' })).toMatchObject({ step: 'choosing', source: { by: 'account' }, isBack: true });
  });

  it.each(['TOKEN_EXPIRED', 'UNAUTHORIZED'] as const)('goes on without a session that is over: %s', (code) => {
    const failed = { type: 'failed', failure: { code } } as const;
    for (const state of [opening, after(opening, { type: 'looked', leaving }, chose)]) {
      expect(cancelFlow(state, failed)).toMatchObject({ step: 'choosing', source: { by: 'visitor' } });
    }
  });

  it('offers another try when the account cannot be read', () => {
    const failure = { code: 'SERVICE_UNAVAILABLE' } as const;
    expect(after(opening, { type: 'failed', failure })).toEqual({ step: 'unreachable', failure });
  });
});

describe('ending a contract by a mailed link', () => {
  it('shows the summary, and what was confirmed before', () => {
    expect(after(opening, { type: 'linkRead', declaration })).toMatchObject({
      step: 'recap',
      kind: 'withdrawal',
    });
    const confirmed = { ...declaration, state: 'confirmed' } as const;
    expect(after(opening, { type: 'linkRead', declaration: confirmed })).toMatchObject({ step: 'received' });
  });

  it('tells that a link is too old', () => {
    const failed = { type: 'failed', failure: { code: 'LINK_EXPIRED' } } as const;
    expect(after(opening, failed)).toEqual({ step: 'link-spent' });
  });
});

describe('the reason', () => {
  const received = after(opening, { type: 'looked', leaving }, chose, {
    type: 'received',
    declaration: { ...declaration, state: 'confirmed' },
  });

  it('is asked for afterwards, and never again after a failure', () => {
    expect(received).toMatchObject({ step: 'received', reason: 'open' });
    expect(after(received, { type: 'sent' })).toMatchObject({ reason: 'sending' });
    for (const event of [{ type: 'reasonGiven' }, { type: 'failed', failure: { code: 'TIMEOUT' } }] as const) {
      expect(after(received, { type: 'sent' }, event)).toMatchObject({ step: 'received', reason: 'given' });
    }
  });
});
