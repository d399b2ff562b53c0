import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mailMessage } from '../domain/mails/mail-message.ts';
import { renderMail } from '../domain/mails/render-mail.ts';
import { createTestPortal, type TestPortal } from '../testing/test-portal.ts';

const sender = { product: 'Numeria', supportEmail: 'support@numeria.example', portal: 'https://portal.example' };
const email = 'marie@example.com';
const evil = 'evil.example';

describe('a mailed link', () => {
  let portal: TestPortal;
  beforeAll(async () => {
    portal = await createTestPortal();
    await portal.emulator.register(email, 'a good password');
  });
  afterAll(() => portal.close());

  const newestMail = async () => {
    const rows = portal.infrastructure.database.selectFrom('outbox').select('payload').orderBy('entered', 'desc');
    return mailMessage.parse((await rows.executeTakeFirstOrThrow()).payload);
  };

  it('builds links from the configuration only, not from Host, X-Forwarded-Host, X-Forwarded-Proto or an absolute request line', async () => {
    const spoofs: { headers: Record<string, string>; host?: string }[] = [
      { headers: { host: evil } },
      { headers: { 'x-forwarded-host': evil, 'x-forwarded-for': '203.0.113.1' } },
      { headers: { 'x-forwarded-proto': 'http', forwarded: `host=${evil};proto=http` } },
      { headers: { 'x-original-url': `https://${evil}/`, 'x-rewrite-url': `https://${evil}/` } },
      { headers: {}, host: `http://${evil}` },
    ];
    for (const { headers, host } of spoofs) {
      portal.infrastructure.clock.advance(3_600_000);
      expect((await portal.emulator.recover(email, headers, host)).statusCode).toBe(200);
      const message = await newestMail();
      if (message.template !== 'recovery') throw new Error('no recovery mail');
      const { html, text } = renderMail(message, sender);
      expect(text).toContain(`https://portal.example/reset-password?lang=en#token=${message.values.token}`);
      expect(html + text).not.toContain(evil);
    }
  });
});
