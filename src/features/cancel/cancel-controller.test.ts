import { describe, expect, it, vi } from 'vitest';
import type { Declaration, Leaving } from '../../contracts/declaration.ts';
import { fail, type Result } from '../../lib/result.ts';
import { fakeElement } from '../shared/testing/fake-element.ts';
import { createCancelController } from './cancel-controller.ts';
import { fakeCancelServices } from './testing/fake-cancel-services.ts';

const leaving: Leaving = { subscription: null, withdrawUntil: null, declaration: null, canUndo: false };
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
