import { vi } from 'vitest';
import type { Declaration, Leaving } from '../../../contracts/declaration.ts';
import { done, succeed } from '../../../lib/result.ts';
import { signInResponse } from '../../../services/testing/builders.ts';
import type { CancelServices } from '../cancel-controller.ts';

/** Fakes the services: each call succeeds with this membership or declaration. `token`: that of a signed-in parent. */
export const fakeCancelServices = (leaving: Leaving, declaration: Declaration, token?: string) => {
  const session = token === undefined ? null : { ...signInResponse(), token, email: 'marie@example.com' };
  const mailed: Declaration = { ...declaration, state: 'mailed' };
  return {
    session: { read: () => session },
    look: vi.fn<CancelServices['look']>(async () => succeed(leaving)),
    declare: vi.fn<CancelServices['declare']>(async () => succeed(declaration)),
    undo: vi.fn<CancelServices['undo']>(async () => succeed(leaving)),
    declareByMail: vi.fn<CancelServices['declareByMail']>(async () => succeed(mailed)),
    readLink: vi.fn<CancelServices['readLink']>(async () => succeed(mailed)),
    confirmLink: vi.fn<CancelServices['confirmLink']>(async () => succeed(declaration)),
    giveReason: vi.fn<CancelServices['giveReason']>(async () => done),
  } satisfies CancelServices;
};
