import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { firstCodes } from '../../backend/domain/school-zone/codes.ts';
import { callableBy, createSend, urlOfCall } from '../../backend/testing/parent-calls.ts';
import { addOrUpdateUserFunction, apiPaths, userApiVersion } from '../../src/contracts/api.ts';
import { curriculum, levelName } from '../../src/config/curriculum.ts';
import { devGameKey } from '../../backend/config/setting-values.ts';
import { classroomDetailedPath, readClassroom, reportProgress } from '../../src/contracts/calls/school-zone.ts';
import { activateToken } from '../../src/contracts/calls/sign-in.ts';
import { readSubscription } from '../../src/contracts/calls/subscription.ts';

export const password = 'a long password';

/** The students of each class. */
export const studentCodes = firstCodes(35);

/** The test data. `link`: the classroomID of a class. */
export type World = {
  people: readonly { email: string; token: string; passwordHash: string }[];
  classes: readonly { link: string; code: string }[];
};

/** A measured request. The same `turn` always sends the same request. */
export type Work = {
  name: string;
  what: string;
  /** The number of calls in one round: enough for about a second. */
  size: number;
  checksPassword: boolean;
  call(turn: number): Promise<unknown>;
};

/** Creates the calls to the portal on a port. @throws when an answer is not 200 */
const callsTo = (port: number) =>
  createSend(
    callableBy(async ({ path, ...call }) => {
      const answer = await fetch(`http://127.0.0.1:${port}${path}`, call);
      const [status, body] = [answer.status, await answer.text()];
      if (status !== 200) throw new Error(`${call.method} ${path.split('?', 1)[0]} answered ${status}: ${body}`);
      return { status, body };
    }),
  );
type Send = ReturnType<typeof callsTo>;

const loggedIn = z.object({ data: z.object({ EntityToken: z.object({ EntityToken: z.string() }) }) });
const bound = z.object({ data: z.object({ FunctionResult: z.object({ success: z.literal(true) }) }) });

/** Makes the three calls of a browser. The function in the middle makes two more calls to the portal itself. */
const signIn = async (send: Send, email: string, from: Record<string, string>): Promise<void> => {
  const post = async (path: string, body: object, headers: Record<string, string> = {}): Promise<unknown> =>
    (await send({ method: 'POST', path: apiPaths.playfab + path }, { body, headers: { ...from, ...headers } })).json();
  const credentials = { TitleId: 'MATHS', Email: email, Password: password };
  const { data } = loggedIn.parse(await post('/Client/LoginWithEmailAddress', credentials));
  const token = randomBytes(32).toString('base64url');
  const FunctionParameter = { token, userApiVersion, newParentPortalAccount: false, lang: 'en' };
  const asPlayer = { 'x-entitytoken': data.EntityToken.EntityToken };
  const execute = { FunctionName: addOrUpdateUserFunction, FunctionParameter };
  bound.parse(await post('/CloudScript/ExecuteFunction', execute, asPlayer));
  await send(activateToken, { query: { p: '1' }, body: { token }, headers: from });
};

const [level] = curriculum.packages.flatMap(({ id, concepts }) =>
  concepts.map((concept) => ({
    package: id,
    concept: concept.id,
    level: levelName(concept.id, 1),
    completed: true,
    total: concept.levels,
  })),
);

/** Returns the one whose turn it is. */
export const ofTurn = <One>(all: readonly One[], turn: number): One => {
  const one = all[turn % all.length];
  if (one === undefined) throw new Error('There is no test data.');
  return one;
};

/** Returns the requests to the portal on a port. */
export const worksOf = (port: number, { people, classes }: World): Work[] => {
  const send = callsTo(port);
  return [
    {
      name: 'sign-in',
      what: 'a sign-in',
      size: 40,
      checksPassword: true,
      call: (turn) => signIn(send, ofTurn(people, turn).email, urlOfCall(turn)),
    },
    {
      name: 'status',
      what: '`GET subscription/status`',
      size: 1000,
      checksPassword: false,
      call: (turn) => send(readSubscription, { token: ofTurn(people, turn).token, headers: urlOfCall(turn % 200) }),
    },
    {
      name: 'classroom',
      what: '`GET classrooms/{id}/detailed?levels=counted`, a full class',
      size: 200,
      checksPassword: false,
      call: (turn) => {
        const path = classroomDetailedPath(ofTurn(classes, turn).link);
        return send({ ...readClassroom, path }, { query: { levels: 'counted' }, headers: urlOfCall(turn % 200) });
      },
    },
    {
      name: 'progress',
      what: '`POST progress`, a level that a student played before',
      size: 1000,
      checksPassword: false,
      call: (turn) => {
        const classroomCode = ofTurn(classes, turn).code;
        const studentCode = ofTurn(studentCodes, turn);
        return send(reportProgress, { token: devGameKey, body: { ...level, classroomCode, studentCode } });
      },
    },
  ];
};
