import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

type Connection = { owner: string; isBusy: boolean };

/**
 * Limits the connections of a server to `most`. Past the limit a new connection replaces the one that has waited
 * longest for its next request, first of all from the address with the most connections. So one client that opens
 * connections and sends nothing shuts nobody out. A client that keeps more than a quarter of all connections busy loses
 * its oldest one to another address. Only when nothing may be closed, the new connection is closed at once.
 * @param ownerOf returns the key by which the connections of an address are counted together.
 */
export const limitConnections = (server: Server, most: number, ownerOf: (address: string) => string): void => {
  /** The connection that was used last is the last one. */
  const connections = new Map<Socket, Connection>();

  /** Returns the address with the most connections, and how many it has. */
  const mostCrowded = (): [owner: string, count: number] => {
    const counts = new Map<string, number>();
    for (const { owner } of connections.values()) counts.set(owner, (counts.get(owner) ?? 0) + 1);
    return [...counts].reduce((crowded, next) => (next[1] > crowded[1] ? next : crowded), ['', 0]);
  };
  const firstThat = (accepts: (connection: Connection) => boolean): Socket | undefined =>
    [...connections].find(([, connection]) => accepts(connection))?.[0];

  const replacedBy = (newcomer: string): Socket | undefined => {
    const [crowded, count] = mostCrowded();
    const idle = firstThat(({ owner, isBusy }) => owner === crowded && !isBusy) ?? firstThat(({ isBusy }) => !isBusy);
    if (idle !== undefined || crowded === newcomer || count <= most / 4) return idle;
    return firstThat(({ owner }) => owner === crowded);
  };

  server.on('connection', (socket: Socket) => {
    const owner = ownerOf(socket.remoteAddress ?? '');
    if (connections.size >= most) {
      const replaced = replacedBy(owner);
      (replaced ?? socket).destroy();
      if (replaced === undefined) return;
      connections.delete(replaced);
    }
    connections.set(socket, { owner, isBusy: false });
    socket.once('close', () => connections.delete(socket));
  });
  server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    const connection = connections.get(socket);
    if (connection === undefined) return;
    connection.isBusy = true;
    response.once('close', () => {
      connection.isBusy = false;
      if (connections.delete(socket)) connections.set(socket, connection);
    });
  });
};
