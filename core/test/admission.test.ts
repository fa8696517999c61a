import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect as openSocket, type Socket } from 'node:net';
import type { Procedure } from '@feira/schemas/procedure';
import { signOut } from '@feira/schemas/procedures/session';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { networkOf } from '../src/shared/networks.ts';
import { buildNode, type TestNode } from './build.ts';
import { post, signIn } from './people.ts';
import { openStaff } from './staff.ts';
import { waitFor } from './wait-for.ts';
import { buy, connect, createWorld, pixPurchase, type World } from './world.ts';

/** Ends with the test. */
const open: { close(): Promise<unknown> }[] = [];
let node: TestNode;
let world: World;

const build = async (env: Record<string, string>, isListening = true) => {
  const built = await buildNode({ env: { LIMIT_FACTOR: '1', ...env }, databaseUrl: node.databaseUrl, isListening });
  open.push(built);
  return built;
};
const portOf = ({ app }: TestNode) => (app.server.address() as AddressInfo).port;

/** Returns a connection once the server has taken it or closed it. */
async function dial(port: number): Promise<Socket> {
  const socket = openSocket({ port, host: '127.0.0.1' });
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
}
const isAnswered = (socket: Socket): Promise<boolean> => {
  const isOver = new Promise<boolean>((resolve) => {
    socket.once('data', () => resolve(true));
    socket.once('close', () => resolve(false));
  });
  socket.write('GET /health/live HTTP/1.1\r\nHost: localhost\r\n\r\n');
  return isOver;
};

beforeAll(async () => {
  node = await buildNode({ env: { LIMIT_FACTOR: '1', PURCHASE_RATE_LIMIT: '3' } });
  world = await createWorld(node.app);
  await connect(node.app, world);
});
afterAll(async () => {
  for (const one of open.reverse()) await one.close();
  await node.close();
});

describe('a limit', () => {
  it('stops the purchases of one address each minute, in the error shape, and leaves other calls alone', async () => {
    const answers = [];
    for (let count = 0; count < 4; count++) answers.push(await buy(node.app, pixPurchase(world)));

    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 429]);
    expect(answers.at(-1)?.json()).toEqual({ code: 'TOO_MANY_REQUESTS', message: expect.any(String) });
    expect(Number(answers.at(-1)?.headers['retry-after'])).toBeGreaterThan(0);
    expect((await node.app.inject(`/api/checkout.getCheckout?checkoutId=${world.offerId}`)).statusCode).toBe(200);
  });

  it('is answered without a statement of the database, however many ask', async () => {
    const flood = (count: number) =>
      Promise.all(
        Array.from({ length: count }, (_, index) =>
          signIn(node.app, `flood-${index}@example.com`, { address: '203.0.113.9', password: 'errada' }),
        ),
      );
    // In groups, so that each is counted: calls beyond what one address may have under way are refused uncounted.
    for (let group = 0; group < 4; group++) await flood(40);
    const query = vi.spyOn(pg.Client.prototype, 'query');
    const answers = await flood(300);
    // A node also asks for the time and shows that it lives meanwhile; a sign-in would read or write these tables.
    const texts = query.mock.calls.map(([statement]) => JSON.stringify(statement));
    query.mockRestore();

    expect(texts.filter((text) => /\b(sign_in_attempt|person|session|platform|platform_domain)\b/.test(text))).toEqual(
      [],
    );
    expect(answers.filter(({ statusCode, headers }) => statusCode === 429 && headers['retry-after'])).toHaveLength(300);
    expect((await signIn(node.app, 'x@example.com', { address: '203.0.113.10' })).statusCode).toBe(401);
  });

  it('follows a person from address to address: twenty contracts are offered a day', async () => {
    const { headers } = await openStaff(node.app, world.platformId, { roles: ['seller'], email: 'asker@example.com' });
    const ask = (index: number) =>
      post(
        node.app,
        'partners.offerContract',
        headers,
        { productId: world.offerId, email: `guess-${index}@example.com`, basisPoints: 100, endsOn: null },
        `203.0.113.${100 + index}`,
      );
    const codes: string[] = [];
    for (let index = 0; index < 22; index++) codes.push((await ask(index)).json().code);

    expect(codes).toEqual([...Array(20).fill('PRODUCT_NOT_FOUND'), 'TOO_MANY_REQUESTS', 'TOO_MANY_REQUESTS']);
  });

  it('is needed by every procedure: a node does not start without one', () => {
    const { limit: _, ...unlimited } = signOut;

    expect(() => node.app.procedure(unlimited as unknown as Procedure, async () => ({}))).toThrow(
      'The procedure session.signOut does not say how often it may be called: set its limit.',
    );
  });

  it('counts an IPv6 network as one address and an IPv4 address as itself', () => {
    expect(networkOf('2001:db8:7:7::1')).toBe(networkOf('2001:0db8:0007:0007:ffff::2'));
    expect(networkOf('2001:db8:7:7::1')).not.toBe(networkOf('2001:db8:7:8::1'));
    expect(networkOf('::ffff:192.0.2.1')).toBe('192.0.2.1');
  });
});

describe('a look-up of a zip code', () => {
  it('that failed or found nothing is not repeated outside, and one address asks so many', async () => {
    const asked: string[] = [];
    const service = createServer((request, response) => {
      asked.push(request.url ?? '');
      response.statusCode = request.url?.includes('01310100') ? 500 : 200;
      response.end('{"erro": true}');
    }).listen(0, '127.0.0.1');
    open.push({ close: async () => service.close() });
    await once(service, 'listening');
    const url = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
    const asking = await build({ ZIP_LOOKUP_URL: url }, false);
    const lookUp = (cep: string) => asking.app.inject(`/api/checkout.lookupZipCode?cep=${cep}`);

    const codes: string[] = [];
    for (const cep of ['01310100', '01310100', '99999990', '99999990']) codes.push((await lookUp(cep)).json().code);
    const flood = await Promise.all(Array.from({ length: 30 }, () => lookUp('99999990')));

    expect(codes).toEqual([...Array(2).fill('ZIP_CODE_LOOKUP_FAILED'), ...Array(2).fill('ZIP_CODE_NOT_FOUND')]);
    expect(asked).toEqual(['/ws/01310100/json/', '/ws/99999990/json/']);
    expect(flood.filter(({ statusCode }) => statusCode === 429)).toHaveLength(4);
  });
});

describe('the form of a checkout', () => {
  it('is refused from another site, and taken from its own page and from programs', async () => {
    const send = (headers: Record<string, string>) =>
      node.app.inject({
        method: 'POST',
        url: `/checkout/${world.offerId}`,
        remoteAddress: `203.0.113.${40 + Object.keys(headers).length}`,
        headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
        payload: '',
      });

    expect((await send({ 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' })).json().code).toBe(
      'CROSS_SITE_REQUEST',
    );
    expect((await send({ origin: 'https://evil.example' })).json().code).toBe('CROSS_SITE_REQUEST');
    const own = await send({ 'sec-fetch-site': 'same-origin' });
    const program = await send({});
    expect([own.body.includes('CROSS_SITE'), program.body.includes('CROSS_SITE')]).toEqual([false, false]);
  });
});

describe('one address', () => {
  it('holds so many event streams, and others hold theirs', async () => {
    const proxied = await build({ TRUST_PROXY: 'loopback' });
    const { paymentId } = (await buy(proxied.app, pixPurchase(world))).json();
    const watch = (address: string, signal?: AbortSignal) =>
      fetch(`http://127.0.0.1:${portOf(proxied)}/checkout/payment/${paymentId}/events`, {
        headers: { 'x-forwarded-for': address },
        ...(signal && { signal }),
      });
    const leaving = new AbortController();

    const streams = await Promise.all(
      Array.from({ length: 64 }, (_, index) => watch('203.0.113.20', index === 0 ? leaving.signal : undefined)),
    );
    const oneMore = await watch('203.0.113.20');
    const other = await watch('203.0.113.21');

    expect([...new Set(streams.map(({ status }) => status)), oneMore.status, other.status]).toEqual([200, 429, 200]);
    leaving.abort();
    await waitFor('the place of the stream that ended is free', async () => {
      const next = await watch('203.0.113.20');
      if (next.status !== 200) await next.body?.cancel();
      return next.status === 200;
    });
  });

  it('holds so many connections, and the rest are closed unread', async () => {
    const listening = await build({});
    const sockets = await Promise.all(Array.from({ length: 256 }, () => dial(portOf(listening))));
    const kept = await isAnswered(sockets[0] as Socket);
    const beyond = await isAnswered(await dial(portOf(listening)));
    sockets[1]?.destroy();
    await waitFor('a place is free', async () => {
      const socket = await dial(portOf(listening));
      const isTaken = await isAnswered(socket);
      socket.destroy();
      return isTaken;
    });

    for (const socket of sockets) socket.destroy();
    expect([kept, beyond]).toEqual([true, false]);
  });

  it('names one host', async () => {
    const listening = await build({});
    const ask = async (hosts: string) => {
      const socket = await dial(portOf(listening));
      const answer = once(socket, 'data');
      socket.write(`GET /api/settings.getBrand HTTP/1.1\r\n${hosts}\r\n\r\n`);
      const [data] = await answer;
      socket.destroy();
      return String(data).split('\r\n')[0];
    };

    expect(await ask('Host: localhost\r\nHost: evil.example')).toBe('HTTP/1.1 400 Bad Request');
    expect(await ask('Host: localhost')).toBe('HTTP/1.1 200 OK');
  });

  it('finds no platform at a host that nobody named, unless the installation answers to every host', async () => {
    const strange = { url: '/api/settings.getBrand', headers: { host: 'evil.example' } };
    const welcoming = await build({ ANY_HOST: 'on' }, false);

    expect((await node.app.inject(strange)).json().code).toBe('PLATFORM_NOT_FOUND');
    expect((await welcoming.app.inject(strange)).statusCode).toBe(200);
  });

  it('is cut when its request arrives too slowly', async () => {
    const listening = await build({ REQUEST_SECONDS: '1' });
    const headers = await dial(portOf(listening));
    const body = await dial(portOf(listening));
    const ends = Promise.all([headers, body].map((socket) => once(socket.resume(), 'close')));
    headers.write('GET /health/live HTTP/1.1\r\nHost: local');
    body.write(
      'POST /api/session.signIn HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{',
    );

    await ends;
  });
});
