import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createFakeClock, createTestDatabase, type TestDatabase } from '../../backend/testing/test-database.ts';
import { createInbox, type Inbox } from './inbox.ts';
import { createMailViewer } from './viewer.ts';

let test: TestDatabase;
let inbox: Inbox;
let app: FastifyInstance;
const clock = createFakeClock();

const mail = (id: string, change: object = {}) => ({
  id,
  to: 'marie@example.com',
  subject: 'A subject',
  html: '<html><head></head><body><img src="cid:logo" alt=""><a href="http://localhost:4173/x#token=t">Go</a></body></html>',
  text: 'Go\nhttp://localhost:4173/x#token=t\n',
  pictures: [{ id: 'logo', type: 'image/png', content: new Uint8Array([1, 2, 3]) }],
  ...change,
});

beforeAll(async () => {
  test = await createTestDatabase();
  inbox = await createInbox({ database: test.database.$pickTables<never>(), clock });
  app = Fastify();
  await app.register(createMailViewer(inbox));
  await inbox.send(mail('first'));
  clock.advance(1_000);
  await inbox.send(mail('second', { to: 'paul@example.com', subject: '<script>alert(1)</script>' }));
});
afterAll(async () => {
  await app.close();
  await test.close();
});

const get = (url: string) => app.inject({ method: 'GET', url });

it("stores a mail once, and returns one recipient's mails as JSON with their links", async () => {
  await inbox.send(mail('first', { subject: 'Sent again' }));
  const answer = await get('/dev/mail/messages?to=Marie@example.com');
  expect(answer.json()).toMatchObject([
    { id: 'first', to: 'marie@example.com', subject: 'A subject', links: ['http://localhost:4173/x#token=t'] },
  ]);
  expect((await get('/dev/mail/messages?to=nobody@example.com')).json()).toEqual([]);
});

it('shows the links, the plain text and the HTML of a mail in a frame without scripts', async () => {
  const { body } = await get('/dev/mail/first');
  expect(body).toContain('<a href="http://localhost:4173/x#token=t">');
  expect(body).toContain('<pre>Go\n');
  expect(/<iframe[^>]*sandbox="([^"]*)"/.exec(body)?.[1]).not.toContain('allow-scripts');
  const framed = await get('/dev/mail/first/html');
  expect(framed.body).toContain('src="data:image/png;base64,AQID"');
  const policy = framed.headers['content-security-policy'];
  expect(policy).toMatch(/^default-src 'none'; style-src 'unsafe-inline'; img-src data:.*sandbox/);
  expect(policy).not.toContain('script');
});

it('escapes script and markup of a mail in the viewer', async () => {
  for (const url of ['/dev/mail', '/dev/mail/second']) {
    const { body, headers } = await get(url);
    expect(body).not.toMatch(/<script|style=/);
    expect(headers['content-security-policy']).toContain("default-src 'none'; style-src 'self'");
  }
});
