import { afterEach, describe, expect, it, vi } from 'vitest';
import { createEndpoints } from '../../config/endpoints.ts';
import { createDashboardServices } from './dashboard-services.ts';

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
});
