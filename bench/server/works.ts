import { randomBytes } from 'node:crypto';
import { Agent, request } from 'node:http';
import { z } from 'zod';
import { firstCodes } from '../../backend/domain/school-zone/codes.ts';
import { urlOfCall } from '../../backend/testing/parent-calls.ts';
import { addOrUpdateUserFunction, apiPaths, userApiVersion } from '../../src/contracts/api.ts';
import { curriculum, levelName } from '../../src/config/curriculum.ts';
import { devGameKey } from '../../backend/config/setting-values.ts';
import { classroomDetailedPath, schoolZonePaths } from '../../src/contracts/calls/school-zone.ts';
import { encodePParameter } from '../../src/contracts/session.ts';

export const password = 'a long password';

/** Returns the classroomID of class `number`. */
export const linkOf = (number: number): string => `A${String(number).padStart(21, '0')}`;
const characters = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
/** Returns the code of class `number`, starting at 0. */
export const codeOf = (number: number): string => {
  const place = (power: number): string =>
    characters[Math.floor(number / characters.length ** power) % characters.length] ?? '';
  return `${place(5)}${place(4)}${place(3)}-${place(2)}${place(1)}${place(0)}`;
};
/** The students of each class. */
export const studentCodes = firstCodes(35);

export type Person = { email: string; token: string };

/** A measured request. `call` sends it to the portal on that port. The same `turn` always sends the same request. */
export type Work = {
  name: string;
  what: string;
  /** The number of calls in one round: even, and enough for about a second. */
  size: number;
  checksPassword: boolean;
  call(port: number, turn: number): Promise<unknown>;
};

const agent = new Agent({ keepAlive: true });

type Call = { port: number; method: string; path: string; headers?: Record<string, string>; body?: string };

/** Returns the body of a response. @throws when the answer is not 200 */
const send = ({ port, method, path, headers = {}, body = '' }: Call): Promise<string> =>
  new Promise((resolve, reject) => {
    const asked = request({ host: '127.0.0.1', port, method, path, headers, agent }, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (part: string) => (text += part));
      answer.on('end', () => {
        if (answer.statusCode === 200) resolve(text);
        else reject(new Error(`${method} ${path.split('?', 1)[0]} answered ${answer.statusCode}: ${text}`));
      });
    });
    asked.on('error', reject).end(body);
  });

const loggedIn = z.object({ data: z.object({ EntityToken: z.object({ EntityToken: z.string() }) }) });
const bound = z.object({ data: z.object({ FunctionResult: z.object({ success: z.literal(true) }) }) });

/** Makes the three calls of a browser. The function in the middle makes two more calls to the portal itself. */
const signIn = async (port: number, { email }: Person, from: Record<string, string>): Promise<void> => {
  const post = async (path: string, body: object, headers: Record<string, string> = {}): Promise<unknown> => {
    const json = { ...from, ...headers, 'content-type': 'application/json' };
    const call = { port, method: 'POST', path: apiPaths.playfab + path, headers: json, body: JSON.stringify(body) };
    return JSON.parse(await send(call));
  };
  const credentials = { TitleId: 'MATHS', Email: email, Password: password };
  const { data } = loggedIn.parse(await post('/Client/LoginWithEmailAddress', credentials));
  const token = randomBytes(32).toString('base64url');
  const FunctionParameter = { token, userApiVersion, newParentPortalAccount: false, lang: 'en' };
  const asPlayer = { 'x-entitytoken': data.EntityToken.EntityToken };
  const execute = { FunctionName: addOrUpdateUserFunction, FunctionParameter };
  bound.parse(await post('/CloudScript/ExecuteFunction', execute, asPlayer));
  const headers = { ...from, 'content-type': 'application/x-www-form-urlencoded' };
  await send({ port, method: 'PUT', path: `${apiPaths.integrations}?p=1`, headers, body: `token=${token}` });
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

/** @param people how many people have accounts. @param classes how many full classes there are. */
export const worksOf = (people: readonly Person[], classes: number): Work[] => {
  const personOf = (turn: number): Person => {
    const person = people[turn % people.length];
    if (person === undefined) throw new Error('Nobody has an account.');
    return person;
  };
  return [
    {
      name: 'sign-in',
      what: 'a sign-in',
      size: 40,
      checksPassword: true,
      call: (port, turn) => signIn(port, personOf(turn), urlOfCall(turn)),
    },
    {
      name: 'status',
      what: '`GET subscription/status`',
      size: 1000,
      checksPassword: false,
      call: (port, turn) => {
        const p = encodeURIComponent(encodePParameter(personOf(turn).token));
        const path = `${apiPaths.subscriptionStatus}?p=${p}`;
        return send({ port, method: 'GET', path, headers: urlOfCall(turn % 200) });
      },
    },
    {
      name: 'classroom',
      what: '`GET classrooms/{id}/detailed?levels=counted`, a full class',
      size: 200,
      checksPassword: false,
      call: (port, turn) => {
        const path = `${classroomDetailedPath(linkOf(turn % classes))}?levels=counted`;
        return send({ port, method: 'GET', path, headers: urlOfCall(turn % 200) });
      },
    },
    {
      name: 'progress',
      what: '`POST progress`, a level that a student played before',
      size: 1000,
      checksPassword: false,
      call: (port, turn) => {
        const classroomCode = codeOf(turn % classes);
        const studentCode = studentCodes[turn % studentCodes.length];
        const body = JSON.stringify({ ...level, classroomCode, studentCode });
        const headers = { 'content-type': 'application/json', authorization: `Bearer ${devGameKey}` };
        return send({ port, method: 'POST', path: schoolZonePaths.progress, headers, body });
      },
    },
  ];
};
