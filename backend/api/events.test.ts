import { expect, it, onTestFinished } from 'vitest';
import { createTeacherCalls, newestMail, newTeacher } from '../testing/school-calls.ts';
import { createTestApi, randomPlayfabId, newToken, deliver } from '../testing/test-api.ts';

it('records one event for each action, without any secret or personal data', async () => {
  const api = await createTestApi();
  onTestFinished(api.close);
  const marie = randomPlayfabId();
  await api.playfab.player(marie, 'canary@example.com');
  const link = await api.playfab.resetLink(marie);
  const password = 'canary password';
  const secrets = [marie, link, password, 'canary@example.com', 'cus_canary'];
  let code = '';
  const steps: [what: () => Promise<unknown>, kinds: string[]][] = [
    [async () => secrets.push(await api.client.signIn(marie)), ['sign-up', 'sign-in']],
    [async () => secrets.push(await api.client.signIn(marie, secrets[5])), ['renewal']],
    [() => api.client.user(newToken()), ['refusal']],
    [() => api.client.signOut(secrets[6] ?? ''), ['sign-out']],
    [
      async () => {
        ({ code } = (await api.client.resetPassword(link, password)).json().data);
        secrets.push(code);
      },
      ['password-reset', 'sessions-revoked'],
    ],
    [() => expect(api.client.signIn(marie)).rejects.toThrow('SIGN_IN_CODE_REQUIRED'), ['refusal']],
    [() => api.client.bind(marie, newToken(), { secret: 'wrong' }), ['function-refused', 'refusal']],
    [
      () => api.app.inject({ method: 'POST', url: '/api/analytics/log', headers: { origin: 'https://evil.example' } }),
      ['refusal'],
    ],
    [
      () => api.app.inject({ method: 'POST', url: '/api/stripe/webhook', payload: { canary: 'canary@example.com' } }),
      ['webhook-refused'],
    ],
    [() => deliver(api, 'cus_canary'), ['webhook']],
    [
      async () => {
        const [teacher, calls] = [newTeacher({ email: 'canary@example.com' }), createTeacherCalls(api.app)];
        secrets.push(teacher.teacherAuthID, (await calls.signUp(teacher)).json().classroomID);
        await calls.requestUpdate({ email: teacher.email });
        await api.jobs.runDue();
        const { token } = newestMail(api.jobs.mails, teacher.email, 'classroom-update').values;
        secrets.push(token);
        await calls.use(token);
      },
      ['teacher-sign-up', 'classroom-change'],
    ],
    [
      async () => api.client.deleteAccount(await api.client.signIn(marie, undefined, { code })),
      ['sign-in', 'account-deletion', 'sessions-revoked'],
    ],
    [
      async () => {
        for (let count = 0; count < 4; count += 1) {
          await api.portal.limits.consume('recover', { ip: '203.0.113.5', email: 'canary@example.com' });
        }
      },
      ['limit'],
    ],
  ];
  for (const [step, kinds] of steps) {
    api.events.length = 0;
    await step();
    expect(api.events.map((event) => event.kind)).toEqual(kinds);
    for (const secret of secrets) expect(JSON.stringify(api.events)).not.toContain(secret);
  }
});
