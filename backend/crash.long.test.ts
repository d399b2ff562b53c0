import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { describe, expect, it } from 'vitest';
import { counted } from './testing/campaign.ts';
import { createCrashPlace, openWriter, pastLeases } from './testing/crash-writer.ts';
import { startSmtpServer } from './testing/servers.ts';

/** The process lives for a second, so PGlite is compiled with the fast baseline compiler only. */
const program = ['--liftoff-only', 'backend/testing/crash-writer.ts'];

/** Kills a writer so often, then empties its jobs. @returns the acknowledged rows and what was kept of them. */
const killWriter = async (kills: number) => {
  const place = await createCrashPlace();
  let onMail = (): void => undefined;
  const smtp = await startSmtpServer(() => onMail());
  const promised: string[] = [];

  for (let kill = 0; kill < kills; kill++) {
    const writer = spawn(process.execPath, [...program, place.name, smtp.url, String(kill * pastLeases)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const ended = once(writer, 'close');
    const before = promised.length;
    // Half of the writers die after a mail was handed over but before that is recorded, half while they write a row.
    const diesOfMail = kill % 2 === 0;
    onMail = () => {
      if (diesOfMail && promised.length > before) writer.kill('SIGKILL');
    };
    for await (const id of createInterface({ input: writer.stdout })) {
      promised.push(id);
      if (!diesOfMail && promised.length - before > kill % 5) writer.kill('SIGKILL');
    }
    expect(await ended).toEqual([null, 'SIGKILL']);
  }

  onMail = () => undefined;
  const last = await openWriter(place.name, smtp.url, kills * pastLeases);
  await last.runDue();
  const users = await last.database.selectFrom('users').select('id').execute();
  await last.close();
  await smtp.close();
  await place.remove();
  const mails = smtp.received.map(({ recipients, mail }) => ({ to: recipients.join(), id: mail.messageId }));
  return { promised, users: users.map(({ id }) => id), mails };
};

/** The number of kills of each of the two writers. In ten kills a writer acknowledges at least twenty rows. */
const kills = counted(10, 20);

describe('kill -9 of a process that writes rows and sends mail', () => {
  it('loses no acknowledged row and sends each mail once by Message-ID', { timeout: 300_000 }, async () => {
    // Two run at a time, each in a separate folder: a machine has two cores.
    const chains = await Promise.all([killWriter(kills), killWriter(kills)]);
    for (const { promised, users, mails } of chains) {
      expect(promised.length).toBeGreaterThanOrEqual(2 * kills);
      const there = new Set(users);
      expect(promised.filter((id) => !there.has(id))).toEqual([]);
      // Each row and its mail are written in one transaction, acknowledged or not.
      expect(new Set(mails.map(({ to }) => to))).toEqual(new Set(users.map((id) => `${id}@crash.example`)));
      expect(new Set(mails.map(({ to, id }) => `${to} ${id}`)).size).toBe(there.size);
      expect(new Set(mails.map(({ id }) => id)).size).toBe(there.size);
      // If no mail was handed over twice, no kill hit the critical moment.
      expect(mails.length).toBeGreaterThan(there.size);
    }
  });
});
