import { afterEach, describe, expect, it } from 'vitest';
import { type Answer, type AnsweringServer, startAnsweringServer } from '../testing/answering-server.ts';
import { checkPlayfab } from './check-playfab.ts';

const secretKey = 'title-7Fq2xZ9LmVt4RkWc8PyHs3NbJd6GaEu';
const publicUrl = 'https://portal.maths-school.org';
const address = `${publicUrl}/playfab-functions/addOrUpdateUser`;
const functionSecrets = ['one-7Fq2xZ9LmVt4RkWc8PyHs3NbJd6GaEu', 'two-7Fq2xZ9LmVt4RkWc8PyHs3NbJd6GaEu'];
const refusal = { status: 401, body: { code: 401, status: 'Unauthorized', error: 'NotAuthenticated' } };
const ok = (data: object): Answer => ({ body: { code: 200, status: 'OK', data } });
const registered = (FunctionUrl: string) => [{ FunctionName: 'addOrUpdateUser', FunctionUrl }];

let title: AnsweringServer | undefined;
afterEach(() => title?.close());

const everything = { Resource: 'pfrn:api--*', Action: '*', Effect: 'Allow', Principal: '*' };

const examine = async (
  functions: readonly object[],
  key = secretKey,
  statements: readonly object[] = [everything],
): Promise<string[]> => {
  title = await startAnsweringServer(({ url, headers }) => {
    if (url.pathname === '/Authentication/GetEntityToken') {
      return headers['x-secretkey'] === secretKey ? ok({ EntityToken: 'title-token' }) : refusal;
    }
    if (url.pathname === '/Admin/GetPolicy' && headers['x-secretkey'] === secretKey) {
      return ok({ PolicyName: 'ApiPolicy', PolicyVersion: 1, Statements: statements });
    }
    const isList = url.pathname === '/CloudScript/ListHttpFunctions' && headers['x-entitytoken'] === 'title-token';
    return isList ? ok({ Functions: functions }) : refusal;
  });
  const subject = { titleId: 'AB12C', url: title.url, secretKey: key, functionSecrets };
  return (await checkPlayfab(subject, publicUrl)).map(({ kind, sentence }) => `${kind}: ${sentence}`);
};

describe('the doctor’s check of PlayFab', () => {
  it('finds nothing wrong with a title that calls the portal by either secret', async () => {
    for (const secret of functionSecrets) {
      const found = await examine(registered(`${address}?secret=${secret}`));
      await title?.close();
      expect(found.map((line) => line.split(':')[0])).toEqual(['right', 'right', 'right', 'note']);
    }
  });

  it('reports a key that does not belong to the title', async () => {
    expect(await examine([], 'other-7Fq2xZ9LmVt4RkWc8PyHs3NbJd6GaEu')).toEqual([
      'wrong: PlayFab rejects PLAYFAB_SECRET_KEY for the title of PLAYFAB_TITLE_ID (NotAuthenticated): set a secret key of that title.',
    ]);
  });

  it('reports a title that does not answer', async () => {
    const subject = { titleId: 'AB12C', url: 'http://127.0.0.1:9', secretKey, functionSecrets };
    expect(await checkPlayfab(subject, publicUrl)).toEqual([
      {
        kind: 'wrong',
        sentence:
          'The title of PLAYFAB_TITLE_ID does not answer: correct PLAYFAB_TITLE_ID or VITE_PLAYFAB_URL, or let this machine reach PlayFab.',
      },
    ]);
  });

  it.each([
    ['is not registered', [], /not registered/],
    [
      'is registered elsewhere',
      registered('https://old.maths-school.org/playfab-functions/addOrUpdateUser'),
      /not registered with the address/,
    ],
    [
      'has an old secret',
      registered(`${address}?secret=old-7Fq2xZ9LmVt4RkWc8PyHs3NbJd6GaEu`),
      /not in PLAYFAB_FUNCTION_SECRETS/,
    ],
    ['has no secret', registered(address), /not in PLAYFAB_FUNCTION_SECRETS/],
  ])('reports when the function %s', async (_case, functions, sentence) => {
    const [, found] = await examine(functions);
    expect(found).toMatch(/^wrong: The function addOrUpdateUser/);
    expect(found).toMatch(sentence);
  });

  it.each([
    [
      'a denied call',
      [everything, { Resource: 'pfrn:api--/Client/GetPlayerProfile', Effect: 'Deny' }],
      ['Client/GetPlayerProfile'],
    ],
    [
      'a denied group',
      [{ Resource: 'pfrn:api--/CloudScript/*', Effect: 'Deny' }, everything],
      ['CloudScript/ExecuteFunction'],
    ],
    [
      'a policy that allows logins only',
      [{ Resource: 'pfrn:api--/Client/Login*', Effect: 'Allow' }],
      [
        'Client/RegisterPlayFabUser',
        'Client/AddOrUpdateContactEmail',
        'Client/UnlinkCustomID',
        'CloudScript/ExecuteFunction',
      ],
    ],
    ['no statement', [], ['Client/LoginWithEmailAddress']],
  ])('names the calls that the title does not allow: %s', async (_case, statements, calls) => {
    const found = await examine(registered(`${address}?secret=${functionSecrets[0]}`), secretKey, statements);
    const sentence = found.find((line) => line.includes('API policy')) ?? '';
    expect(sentence).toMatch(
      /^wrong: The API policy of the title of PLAYFAB_TITLE_ID does not allow these calls: allow /,
    );
    for (const call of calls) expect(sentence).toContain(call);
    expect(sentence).not.toContain('Client/LoginWithGoogleAccount');
  });

  it('says what no call of PlayFab shows', async () => {
    const found = await examine(registered(`${address}?secret=${functionSecrets[0]}`));
    expect(found.at(-1)).toMatch(/^note: PlayFab does not show the type of the mail templates/);
  });
});
