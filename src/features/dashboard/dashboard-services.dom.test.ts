import { afterEach, describe, expect, it, vi } from 'vitest';
import { createEndpoints } from '../../config/endpoints.ts';
import { createDashboardServices } from './services.ts';

afterEach(() => void vi.unstubAllGlobals());

describe('the services of the account page', () => {
  it('returns the reason when the mail to the owner cannot be sent', async () => {
    const error = { code: 400, error: 'AccountNotFound', errorCode: 1001, errorMessage: 'User not found' };
    vi.stubGlobal('fetch', async () => Response.json(error, { status: 400 }));
    const { sendRecoveryMail } = createDashboardServices(createEndpoints('https://portal.example', {}));
    expect(await sendRecoveryMail('parent@mail.example', 'en')).toMatchObject({
      ok: false,
      failure: { code: 'AccountNotFound' },
    });
  });

  it('sends nothing where the browser blocks all cookies, and gives the reason', async () => {
    const send = vi.fn();
    vi.stubGlobal('fetch', send);
    const storage = vi.spyOn(globalThis, 'localStorage', 'get').mockImplementation(() => {
      throw new DOMException('All cookies are blocked', 'SecurityError');
    });
    const { signInAgain } = createDashboardServices(createEndpoints('https://portal.example', {}));
    const credentials = { email: 'parent@mail.example', password: 'correct horse', language: 'en' } as const;
    const result = await signInAgain(credentials, new AbortController().signal);
    storage.mockRestore();
    expect(result).toEqual({ ok: false, failure: { code: 'STORAGE_BLOCKED' } });
    expect(send).not.toHaveBeenCalled();
  });
});
