import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { createTransport } from 'nodemailer';
import Stripe from 'stripe';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { programPorts } from '../backend/testing/server-process.ts';

/** Starts an emulator as its README says. Resolves when its output contains `until`. */
const start = async (emulator: string, until: string, env: Record<string, string>) => {
  const child = spawn(process.execPath, [`emulators/${emulator}/main.ts`], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const printed: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    printed.push(line);
    if (line.startsWith(until)) break;
  }
  return {
    /** Returns the rest of the line that begins with this label. */
    valueOf: (label: string): string =>
      printed
        .find((line) => line.startsWith(label))
        ?.slice(label.length)
        .trim() ?? '',
    stop: async (): Promise<number | null> => {
      child.kill('SIGTERM');
      return ended;
    },
  };
};

it('starts the PlayFab emulator alone, registers a player for a page of another origin, and shows the recovery mail', async () => {
  const { PORT } = await programPorts();
  const playfab = await start('playfab', 'Recovery mails:', { PLAYFAB_PORT: PORT });
  const url = playfab.valueOf('PlayFab emulator for title MATHS:');
  const call = (path: string, body: object, ticket = '') =>
    fetch(url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: 'https://game.example', 'x-authorization': ticket },
      body: JSON.stringify({ TitleId: 'MATHS', Email: 'player@example.com', ...body }),
    });
  const registered = await call('/Client/RegisterPlayFabUser', {
    Password: 'correct horse battery',
    RequireBothUsernameAndEmail: false,
  });
  expect(registered.status).toBe(200);
  expect(registered.headers.get('access-control-allow-origin')).toBe('*');
  const { data } = z.object({ data: z.object({ SessionTicket: z.string() }) }).parse(await registered.json());
  await call('/Client/AddOrUpdateContactEmail', { EmailAddress: 'player@example.com' }, data.SessionTicket);
  await call('/Client/SendAccountRecoveryEmail', { EmailTemplateId: 'recovery' });
  const mails: unknown = await (await fetch(playfab.valueOf('Recovery mails:'))).json();
  expect(mails).toMatchObject([{ email: 'player@example.com', templateId: 'recovery' }]);
  expect(await playfab.stop()).toBe(0);
});

it('starts the Stripe simulator alone, and the official package reads its price', async () => {
  const { STRIPE_SIMULATOR_PORT } = await programPorts();
  const simulator = await start('stripe', 'API keys:', { STRIPE_SIMULATOR_PORT });
  const { hostname, port } = new URL(simulator.valueOf('Stripe simulator:'));
  const stripe = new Stripe('sk_test_alone', {
    host: hostname,
    port: Number(port),
    protocol: 'http',
    telemetry: false,
  });
  const price = await stripe.prices.retrieve(simulator.valueOf('Price:'));
  expect(price.unit_amount).toBe(999);
  expect(await simulator.stop()).toBe(0);
});

it('starts the mail emulator alone, receives a mail by SMTP, and shows it to each recipient', async () => {
  const { PORT, DEMO_PORT } = await programPorts();
  const mailbox = await start('mail', 'Mails:', { SMTP_PORT: PORT, MAIL_VIEWER_PORT: DEMO_PORT });
  const transport = createTransport(mailbox.valueOf('SMTP server:'));
  await transport.sendMail({
    from: 'portal@example.com',
    to: ['teacher@example.com', 'head@example.com'],
    subject: 'Your class',
    text: 'Open https://portal.example/class',
  });
  transport.close();
  const messages = `${mailbox.valueOf('Mails:')}/messages?to=`;
  for (const recipient of ['teacher@example.com', 'head@example.com']) {
    const mails: unknown = await (await fetch(messages + recipient)).json();
    expect(mails).toMatchObject([{ subject: 'Your class', links: ['https://portal.example/class'] }]);
  }
  expect(await mailbox.stop()).toBe(0);
});

it.each([
  ['playfab', { PLAYFAB_PORT: 'high' }, 'PLAYFAB_PORT is "high"'],
  ['playfab', { PLAYFAB_FUNCTIONS: 'greet' }, 'PLAYFAB_FUNCTIONS has the entry "greet"'],
  ['stripe', { STRIPE_WEBHOOK_URL: 'nowhere' }, 'STRIPE_WEBHOOK_URL is "nowhere"'],
  ['mail', { SMTP_PORT: '70000' }, 'SMTP_PORT is "70000"'],
])('stops the %s emulator with one line that names a wrong variable: %j', async (emulator, env, message) => {
  const child = spawn(process.execPath, [`emulators/${emulator}/main.ts`], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const errors = (await text(child.stderr)).trim();
  expect(errors).toContain(message);
  expect(errors.split('\n')).toHaveLength(1);
});
