import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serverPaths } from '../../src/contracts/api.ts';
import { createTestApi, type TestApi, createTestApp } from '../testing/test-api.ts';
import { docsPath } from './docs.route.ts';
import { gameKeys } from '../testing/portal-parts.ts';

const publicUrl = 'https://portal.numeria.example';

describe('the OpenAPI document', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await createTestApi({ settings: { publicUrl } });
  });
  afterAll(() => api.close());
  const read = async () => (await api.app.inject(serverPaths.openApi)).json();

  it('passes redocly lint without errors and warnings', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'openapi-'));
    const file = join(folder, 'openapi.json');
    writeFileSync(file, JSON.stringify(await read()));
    const command = [
      'node_modules/@redocly/cli/bin/cli.js',
      'lint',
      file,
      '--config',
      'redocly.yaml',
      '--format=stylish',
    ];
    const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
    const { status, stdout, stderr } = spawnSync(process.execPath, command, { encoding: 'utf8', env });
    rmSync(folder, { recursive: true });
    expect([status, /\b(error|warning)s?\b/.exec(stdout)?.[0]], stdout + stderr).toEqual([0, undefined]);
  });

  it('names the address of the portal', async () => {
    expect((await read()).servers).toMatchObject([{ url: publicUrl }]);
  });

  it('lists every code of a progress report with its status', async () => {
    const { responses, security } = (await read()).paths['/api/schoolzone/progress'].post;
    const codes = Object.entries<{
      content: Record<string, { schema: { properties: { error?: { enum: string[] } } } }>;
    }>(responses).map(([status, { content }]) => [status, content['application/json']?.schema.properties.error?.enum]);
    expect(security).toEqual([{ gameKey: [] }]);
    expect(Object.fromEntries(codes)).toEqual({
      200: undefined,
      400: ['INVALID_PAYLOAD', 'PACKAGE_DOES_NOT_EXIST', 'CONCEPT_DOES_NOT_EXIST', 'LEVEL_DOES_NOT_EXIST'],
      401: ['UNAUTHORIZED'],
      403: ['FORBIDDEN'],
      404: ['CLASSROOM_DOES_NOT_EXIST', 'STUDENT_DOES_NOT_EXIST'],
      413: ['PAYLOAD_TOO_LARGE'],
      415: ['UNSUPPORTED_MEDIA_TYPE'],
      429: ['TOO_MANY_REQUESTS'],
      500: ['GENERIC_ERROR'],
      503: ['SERVICE_UNAVAILABLE'],
    });
    expect(responses[429].headers['Retry-After'].schema).toMatchObject({ type: 'integer' });
  });

  it('shows an example of a progress report that the portal understands', async () => {
    const { post } = (await read()).paths['/api/schoolzone/progress'];
    const payload = post.requestBody.content['application/json'].example;
    api.clock.advance(Date.parse(payload.playedAt) - api.clock.now().getTime());
    const headers = { authorization: `Bearer ${gameKeys[0]}` };
    const answer = await api.app.inject({ method: 'POST', url: '/api/schoolzone/progress', headers, payload });
    // No class has this code.
    expect([answer.statusCode, answer.json().error]).toEqual([404, 'CLASSROOM_DOES_NOT_EXIST']);
  });
});

describe('/api/docs', () => {
  let test: Awaited<ReturnType<typeof createTestApp>>;
  beforeAll(async () => {
    test = await createTestApp();
  });
  afterAll(() => test.close());

  it('serves Swagger UI with the document of the portal, from this host only', async () => {
    const { statusCode, headers, body } = await test.app.inject(docsPath);
    expect([statusCode, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(body).not.toMatch(/<script>|<style|style="|\son\w+="|(src|href)="(?![/#])/);
    for (const [, path = ''] of body.matchAll(/(?:src|href)="([^"]+)"/g))
      expect([path, (await test.app.inject(path)).statusCode]).toEqual([path, 200]);
    const document = (await test.app.inject(`${docsPath}/json`)).json();
    expect(document).toEqual((await test.app.inject(serverPaths.openApi)).json());
  });
});
