import { createServer, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';

export type ReceivedRequest = { method: string; url: URL; headers: IncomingMessage['headers']; body: string };
export type Answer = { status?: number; body?: unknown; headers?: Record<string, string> };

/** Starts an HTTP server on a free port that answers as the test defines; objects are sent as JSON. */
export const startAnsweringServer = async (answerTo: (asked: ReceivedRequest) => Answer | Promise<Answer>) => {
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    const asked = { method: request.method ?? '', url, headers: request.headers, body: await text(request) };
    const { status = 200, body = {}, headers = {} } = await answerTo(asked);
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
};
export type AnsweringServer = Awaited<ReturnType<typeof startAnsweringServer>>;
