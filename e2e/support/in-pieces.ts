import { setTimeout as after } from 'node:timers/promises';
import { type LocalServer, startLocalServer } from '../../scripts/checks/built/local-server.ts';
import { portalUrl } from './settings.ts';

const pieceBytes = 1500;
/** The time between two pieces. It is longer than a frame, so that the browser paints each piece. */
const pauseMs = 40;

/** Starts a proxy that simulates a slow connection: a page arrives packet by packet, and everything else at once. */
export const servePortalInPieces = (): Promise<LocalServer> =>
  startLocalServer(async (request, response) => {
    const answer = await fetch(new URL(request.url ?? '/', portalUrl), { redirect: 'manual' });
    const body = Buffer.from(await answer.arrayBuffer());
    const kept = ['content-type', 'location', 'content-security-policy'];
    response.writeHead(answer.status, [...answer.headers].filter(([name]) => kept.includes(name)).flat());
    if (!answer.headers.get('content-type')?.startsWith('text/html')) return response.end(body);
    for (let from = 0; from < body.length; from += pieceBytes) {
      response.write(body.subarray(from, from + pieceBytes));
      await after(pauseMs);
    }
    return response.end();
  });
