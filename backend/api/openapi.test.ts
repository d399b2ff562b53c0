import { spawnSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openApiPath } from '../../src/contracts/calls/servers.ts';
import { createTestApi, openTestApi } from '../testing/test-api.ts';
import { docsPath } from './register-api.ts';
import { gameKeys } from '../testing/portal-parts.ts';

const publicUrl = 'https://portal.numeria.example';

describe('the OpenAPI document', async () => {
  const api = await openTestApi({ settings: { publicUrl } });
  const read = async () => (await api.app.inject(openApiPath)).json();

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
    expect([status, /\b(error|warning)s?\b/.exec(stdout)?.[0]], stdout + stderr).toEqual([0, undefined]);
  });

  it('names the portal, and every code of a progress report with its status', async () => {
    const { servers, paths } = await read();
    expect(servers).toMatchObject([{ url: publicUrl }]);
    const { responses, security } = paths['/api/schoolzone/progress'].post;
    const codesOf = (status: number) => responses[status].content['application/json'].schema.properties.error?.enum;
    expect(security).toEqual([{ gameKey: [] }]);
    expect(codesOf(400)).toEqual([
      'INVALID_PAYLOAD',
      'PACKAGE_DOES_NOT_EXIST',
      'CONCEPT_DOES_NOT_EXIST',
      'LEVEL_DOES_NOT_EXIST',
    ]);
    expect(codesOf(404)).toEqual(['CLASSROOM_DOES_NOT_EXIST', 'STUDENT_DOES_NOT_EXIST']);
    expect(Object.keys(responses)).toEqual(['200', '400', '401', '403', '404', '413', '415', '429', '500', '503']);
    expect(responses[429].headers['Retry-After'].schema).toMatchObject({ type: 'integer' });
  });

  it('describes how to ask for a class again only if it changed', async () => {
    const { parameters, responses } = (await read()).paths['/api/schoolzone/classrooms/{id}/detailed'].get;
    expect(parameters.map(({ in: place, name }: { in: string; name: string }) => [place, name])).toContainEqual([
      'header',
      'If-None-Match',
    ]);
    expect([Object.keys(responses[200].headers), responses[304].content]).toEqual([['ETag'], undefined]);
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
  it('serves Swagger UI with the document of the portal, from this host only', async () => {
    const test = await createTestApi();
    onTestFinished(test.close);
    const { statusCode, headers, body } = await test.app.inject(docsPath);
    expect([statusCode, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(body).not.toMatch(/<script>|<style|style="|\son\w+="|(src|href)="(?![/#])/);
    for (const [, path = ''] of body.matchAll(/(?:src|href)="([^"]+)"/g))
      expect([path, (await test.app.inject(path)).statusCode]).toEqual([path, 200]);
    const document = (await test.app.inject(`${docsPath}/json`)).json();
    expect(document).toEqual((await test.app.inject(openApiPath)).json());
  });
});
