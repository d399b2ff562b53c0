import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { apiPaths } from '../src/contracts/api.ts';
import { encodePParameter } from '../src/contracts/p-parameter.ts';
import { type ServerProcess, startServer } from './testing/server-process.ts';

const folder = mkdtempSync(join(tmpdir(), 'crash-'));
let server: ServerProcess | undefined;
afterAll(async () => {
  server?.child.kill('SIGKILL');
  await server?.exited;
  rmSync(folder, { recursive: true });
});

const registered = z.object({ data: z.object({ EntityToken: z.object({ EntityToken: z.string() }) }) });

/** Each person has an address of his own, or the limits would stop them. */
const signUp = async (port: number, person: number): Promise<string> => {
  const origin = `http://127.0.0.1:${port}`;
  const from = { 'x-forwarded-for': `10.${person >> 8}.${person & 255}.1` };
  const json = { ...from, 'content-type': 'application/json' };
  const register = await fetch(`${origin}${apiPaths.playfab}/Client/RegisterPlayFabUser`, {
    method: 'POST',
    headers: json,
    body: JSON.stringify({
      TitleId: 'MATHS',
      Email: `p${person}-${randomBytes(4).toString('hex')}@crash.example`,
      Password: 'a long password',
      RequireBothUsernameAndEmail: false,
    }),
  });
  const entity = registered.parse(await register.json()).data.EntityToken.EntityToken;
  const token = randomBytes(32).toString('base64url');
  const bound = await fetch(`${origin}${apiPaths.playfab}/CloudScript/ExecuteFunction`, {
    method: 'POST',
    headers: { ...json, 'x-entitytoken': entity },
    body: JSON.stringify({
      FunctionName: 'addOrUpdateUser',
      FunctionParameter: { token, userApiVersion: '2.0', newParentPortalAccount: true, lang: 'en' },
    }),
  });
  if (!bound.ok) throw new Error('not bound');
  const kept = await fetch(`${origin}${apiPaths.integrations}?p=1`, {
    method: 'PUT',
    headers: from,
    body: new URLSearchParams({ token }),
  });
  if (!kept.ok) throw new Error('not kept');
  return token;
};

const isSignedIn = async (port: number, token: string): Promise<boolean> => {
  const p = encodeURIComponent(encodePParameter(token));
  return (await fetch(`http://127.0.0.1:${port}${apiPaths.user}?p=${p}`)).ok;
};

const start = async (): Promise<ServerProcess> => {
  server = await startServer({ DATA_DIR: folder, TRUST_PROXY: '127.0.0.1' });
  await server.ready;
  return server;
};

describe('kill -9 in the middle of 200 sign-ups', () => {
  it('three times: each sign-up that was answered is there after the restart', { timeout: 120_000 }, async () => {
    const answered: string[] = [];
    for (const round of [0, 1, 2]) {
      const running = await start();
      const before = answered.length;
      const people = Array.from({ length: 200 }, (_, index) => round * 200 + index);
      const workers = Array.from({ length: 8 }, async () => {
        for (let person = people.shift(); person !== undefined; person = people.shift()) {
          answered.push(await signUp(running.port, person));
          if (answered.length - before === 30) running.child.kill('SIGKILL');
        }
      });
      await Promise.allSettled(workers);
      await running.exited;
      expect(answered.length - before).toBeGreaterThanOrEqual(30);
      expect(answered.length - before).toBeLessThan(200);
    }
    const { port } = await start();
    const lost = [];
    for (const token of answered) if (!(await isSignedIn(port, token))) lost.push(token.length);
    expect(lost).toEqual([]);
  });
});
