/** Open pages hear at once that their person has news, whichever node wrote them, and hear nothing of others. */
import { get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildNode, type TestNode } from '../../../test/build.ts';
import { openStaff, type Staff } from '../../../test/staff.ts';
import { waitFor } from '../../../test/wait-for.ts';
import { createWorld } from '../../../test/world.ts';
import { newId } from '../../shared/ids.ts';
import { prepareNotification } from './service.ts';

let node: TestNode;
let other: TestNode;

beforeAll(async () => {
  node = await buildNode({ isListening: true });
  other = await buildNode({ databaseUrl: node.databaseUrl, isListening: true });
});
afterAll(async () => {
  await other?.close();
  await node?.close();
});

interface Stream {
  response: IncomingMessage;
  news: number;
  isEnded: boolean;
}

async function listen(at: TestNode, headers: Record<string, string>): Promise<Stream> {
  const { port } = at.app.server.address() as AddressInfo;
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get({ port, host: '127.0.0.1', path: '/notifications/live', headers }, resolve).on('error', reject);
  });
  const stream: Stream = { response, news: 0, isEnded: false };
  response.setEncoding('utf8').on('data', (chunk: string) => {
    stream.news += chunk.split('event: news').length - 1;
  });
  response.on('close', () => {
    stream.isEnded = true;
  });
  return stream;
}

async function openPeople() {
  const host = `${newId()}.example`;
  const { platformId } = await createWorld(node.app, { host });
  const open = () => openStaff(node.app, platformId, { roles: ['seller'], host });
  const tell = (person: Staff) =>
    node.app.database.write(platformId, [
      prepareNotification(platformId, person.id, {
        type: 'sale.approved',
        parameters: { title: 'Curso' },
        href: null,
        source: newId(),
      }),
    ]);
  return { host, seller: await open(), rival: await open(), tell };
}

describe('GET /notifications/live', () => {
  it('tells of news that another node wrote, to their person alone', async () => {
    const { seller, rival, tell } = await openPeople();
    const elsewhere = await openPeople();
    const streams = await Promise.all([seller, rival, elsewhere.seller].map(({ headers }) => listen(other, headers)));
    const [own, foreign, distant] = streams as [Stream, Stream, Stream];
    expect(own.response.headers['content-type']).toBe('text/event-stream');
    // The first one makes the page read what came before it listened.
    await waitFor('the first news', () => streams.every(({ news }) => news === 1));

    await tell(seller);
    await waitFor('the news', () => own.news === 2);
    await tell(rival);
    await waitFor('the news of the other seller', () => foreign.news === 2);

    expect([own.news, foreign.news, distant.news]).toEqual([2, 2, 1]);
    for (const { response } of streams) response.destroy();
  });

  it('is for people who are signed in, ten times each, and ends with its node', async () => {
    const { seller, host } = await openPeople();
    expect((await listen(node, { host })).response.statusCode).toBe(401);
    const leaving = await buildNode({ databaseUrl: node.databaseUrl, isListening: true });
    const streams = await Promise.all(Array.from({ length: 10 }, () => listen(leaving, seller.headers)));
    expect(streams.map(({ response }) => response.statusCode)).toEqual(Array(10).fill(200));
    expect((await listen(leaving, seller.headers)).response.statusCode).toBe(429);

    streams[0]?.response.destroy();
    await waitFor('a place that is free again', async () => {
      const next = await listen(leaving, seller.headers);
      next.response.destroy();
      return next.response.statusCode === 200;
    });
    await leaving.close();

    await waitFor('the streams to end', () => streams.every(({ isEnded }) => isEnded));
  });
});
