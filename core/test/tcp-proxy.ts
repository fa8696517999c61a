/** Opens a TCP proxy before PostgreSQL. It can fall silent on the connections it has, as a host that dies does, while new ones work. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface TcpProxy {
  /** The address of the database through the proxy. */
  url: string;
  /** Nothing more passes on the connections that are open now, and nobody is told. Returns how many there are. */
  fallSilent(): number;
  close(): Promise<void>;
}

/** Listens on a free port, or on the given one. */
export async function openTcpProxy(databaseUrl: string, givenPort = 0): Promise<TcpProxy> {
  const { hostname, port } = new URL(databaseUrl);
  const open = new Set<Socket[]>();
  const all: Socket[] = [];
  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname);
    const pair = [client, upstream];
    all.push(...pair);
    open.add(pair);
    client.pipe(upstream).pipe(client);
    for (const socket of pair) {
      socket.on('error', () => undefined);
      socket.on('close', () => {
        if (!open.delete(pair)) return;
        for (const other of pair) other.destroy();
      });
    }
  }).listen(givenPort, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(databaseUrl);
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    fallSilent() {
      const silent = [...open];
      open.clear();
      for (const [client, upstream] of silent as [Socket, Socket][]) {
        client.unpipe(upstream).pause();
        upstream.unpipe(client).pause();
      }
      return silent.length;
    },
    close: async () => {
      for (const socket of all) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
