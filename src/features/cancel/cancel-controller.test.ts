import { describe, expect, it, vi } from 'vitest';
import type { Declaration, Leaving } from '../../contracts/declaration.ts';
import { fail, type Result } from '../../lib/result.ts';
import { fakeElement } from '../shared/testing/fake-element.ts';
import {
  type CancelEvent,
  cancelFlow,
  cancelStart,
  type CancelState,
  createCancelController,
} from './cancel-controller.ts';
import { fakeCancelServices } from './testing/fake-cancel-services.ts';

const leaving: Leaving = { subscription: null, withdrawUntil: null, underWay: null, canUndo: false };
const declaration: Declaration = {
  id: 'd1',
  kind: 'withdrawal',
  declaredAt: '2026-12-03T09:00:00.000Z',
  state: 'confirmed',
};

const open = ({ token, secret = null }: { token?: string; secret?: string | null } = {}) => {
  const services = fakeCancelServices(leaving, declaration, token);
  const element = fakeElement();
  const controller = createCancelController(services, element, secret);
  const failures = vi.fn();
  controller.onFailure(failures);
  const reach = (step: string) => vi.waitFor(() => expect(controller.state().step).toBe(step));
  return { controller, element, services, failures, reach };
};

describe('the controller of ending a contract, without a DOM', () => {
  it('offers a visitor the choice at once, without a request', () => {
    const { controller, services } = open();
    controller.start?.();
    expect(controller.state().step).toBe('choosing');
    expect(services.look).not.toHaveBeenCalled();
    expect(services.readLink).not.toHaveBeenCalled();
  });

  it('declares once, in the language that is around the element then', async () => {
    const { controller, element, services, reach } = open({ token: 't' });
    controller.start?.();
    await reach('choosing');
    controller.dispatch({ type: 'chose', kind: 'withdrawal' });
    element.state.language = 'fr';
    controller.confirm();
    controller.confirm();
    await reach('received');
    expect(services.declare.mock.calls.map((call) => call.slice(0, 2))).toEqual([
      ['t', { kind: 'withdrawal', lang: 'fr' }],
    ]);
    expect(element.emit).toHaveBeenCalledExactlyOnceWith('declared', { kind: 'withdrawal' });
  });

  it('declares nothing before the summary, and asks for no reason before a declaration', () => {
    const { controller, services } = open();
    controller.confirm();
    controller.giveReason('price');
    expect(services.declareByMail).not.toHaveBeenCalled();
    expect(services.giveReason).not.toHaveBeenCalled();
  });

  it('ends its request when it is stopped, and reads again when it is started again', async () => {
    const { controller, services, failures, reach } = open({ secret: 's' });
    const first = Promise.withResolvers<Result<Declaration>>();
    services.readLink.mockReturnValueOnce(first.promise);
    const stop = controller.start?.();
    stop?.();
    expect(services.readLink.mock.calls[0]?.[1]?.aborted).toBe(true);
    controller.start?.();
    first.resolve(fail('LINK_EXPIRED'));
    await reach('recap');
    expect(services.readLink).toHaveBeenCalledTimes(2);
    expect(failures).not.toHaveBeenCalled();
  });

  it('reports why the membership cannot be read, and reads it again', async () => {
    const { controller, services, failures, reach } = open({ token: 't' });
    services.look.mockResolvedValueOnce(fail('OFFLINE'));
    controller.start?.();
    await reach('unreachable');
    expect(failures).toHaveBeenCalledExactlyOnceWith({ code: 'OFFLINE' });
    controller.open();
    expect(controller.state().step).toBe('opening');
    await reach('choosing');
  });

  it('does not report that a reason was lost', async () => {
    const { controller, services, failures, reach } = open({ secret: 's' });
    services.giveReason.mockResolvedValue(fail('TIMEOUT'));
    controller.start?.();
    await reach('recap');
    controller.confirm();
    await reach('received');
    controller.giveReason('price');
    await vi.waitFor(() => expect(controller.state()).toMatchObject({ reason: 'given' }));
    expect(failures).not.toHaveBeenCalled();
  });
});

const after = (start: CancelState, ...events: CancelEvent[]): CancelState => events.reduce(cancelFlow, start);
const declarant = { name: 'Marie Curie', email: 'marie@example.com' };
const mailed = { ...declaration, state: 'mailed' } as const;
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
    expect(after(failed, { type: 'sent' }, { type: 'received', declaration: mailed })).toMatchObject({
      step: 'received',
      declaration: mailed,
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
    expect(after(opening, { type: 'linkRead', declaration: mailed })).toMatchObject({
      step: 'recap',
      kind: 'withdrawal',
    });
    expect(after(opening, { type: 'linkRead', declaration })).toMatchObject({ step: 'received' });
  });

  it('tells that a link is too old', () => {
    const failed = { type: 'failed', failure: { code: 'LINK_EXPIRED' } } as const;
    expect(after(opening, failed)).toEqual({ step: 'link-spent' });
  });
});

describe('the reason', () => {
  const received = after(opening, { type: 'looked', leaving }, chose, {
    type: 'received',
    declaration,
  });

  it('is asked for afterwards, and never again after a failure', () => {
    expect(received).toMatchObject({ step: 'received', reason: 'open' });
    expect(after(received, { type: 'sent' })).toMatchObject({ reason: 'sending' });
    for (const event of [{ type: 'reasonGiven' }, { type: 'failed', failure: { code: 'TIMEOUT' } }] as const) {
      expect(after(received, { type: 'sent' }, event)).toMatchObject({ step: 'received', reason: 'given' });
    }
  });
});
