import { beforeEach, describe, expect, it } from 'vitest';
import { createEndpoints } from '../../config/endpoints.ts';
import { createHttp } from '../http/http.ts';
import { aSubscription } from '../testing/builders.ts';
import { createLeavingClient } from './leaving.ts';

const token = 'A'.repeat(43);
const declaration = { id: 'd1', kind: 'withdrawal', declaredAt: '2026-12-01T09:00:00.000Z', state: 'confirmed' };
const leaving = { subscription: aSubscription(), withdrawUntil: '2026-12-15', underWay: 'period', canUndo: true };

let sent: { method: string | undefined; url: string; authorization: string | null; body: unknown }[] = [];
let answers: Response[] = [];
beforeEach(() => {
  sent = [];
});

const fetch = async (url: RequestInfo | URL, init?: RequestInit) => {
  const body: unknown = typeof init?.body === 'string' ? JSON.parse(init.body) : undefined;
  sent.push({
    method: init?.method,
    url: String(url),
    authorization: new Headers(init?.headers).get('Authorization'),
    body,
  });
  return answers.shift() ?? expect.fail();
};
const client = createLeavingClient(
  createEndpoints('https://portal.example', {}),
  createHttp({ fetch, random: () => 0 }),
);
const at = (path: string) => `https://portal.example/api/user/declarations${path}`;
const authorization = `Bearer ${token}`;

describe('the calls that end a contract', () => {
  it('reads and takes back with the token in a header only', async () => {
    answers = [1, 2].map(() => Response.json({ success: true, ...leaving }));
    expect(await client.look(token)).toEqual({ ok: true, value: leaving });
    expect(await client.undo(token)).toEqual({ ok: true, value: leaving });
    expect(sent).toEqual([
      { method: 'GET', url: at(''), authorization, body: undefined },
      { method: 'POST', url: at('/undo'), authorization, body: {} },
    ]);
  });

  it('declares again after a server error, because a repeated declaration is the same one', async () => {
    answers = [new Response('', { status: 503 }), Response.json({ success: true, declaration })];
    const body = { kind: 'withdrawal', lang: 'fr' } as const;
    expect(await client.declare(token, body)).toEqual({ ok: true, value: declaration });
    expect(sent[1]).toEqual({ method: 'POST', url: at(''), authorization, body });
  });

  it('declares for a visitor once, because each call sends a mail', async () => {
    answers = [new Response('', { status: 503 })];
    const body = { kind: 'cancellation', lang: 'en', name: 'Marie', email: 'marie@example.com' } as const;
    expect(await client.declareByMail(body)).toMatchObject({ ok: false });
    expect(sent).toEqual([{ method: 'POST', url: at('/mailed'), authorization: null, body }]);
  });

  it('reads and confirms a mailed link with its secret in a header only', async () => {
    answers = [1, 2].map(() => Response.json({ success: true, declaration }));
    await client.readLink(token);
    await client.confirmLink(token);
    expect(sent.map(({ method, url, authorization: header }) => [method, url, header])).toEqual([
      ['GET', at('/link'), authorization],
      ['POST', at('/link'), authorization],
    ]);
  });

  it('sends a reason', async () => {
    answers = [Response.json({ success: true })];
    expect(await client.giveReason({ id: 'd1', reason: 'price' })).toEqual({ ok: true, value: undefined });
    expect(sent[0]).toMatchObject({ url: at('/reason'), body: { id: 'd1', reason: 'price' } });
  });

  it.each([
    { declaration: { ...declaration, kind: 'other' } },
    { declaration: { ...declaration, declaredAt: 'yesterday' } },
    { declaration: null },
    {},
  ])('rejects a response of another shape: %j', async (body) => {
    answers = [1, 2, 3].map(() => Response.json({ success: true, ...body }));
    expect(await client.readLink(token)).toMatchObject({ ok: false });
  });
});
