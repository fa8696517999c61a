/** A payment page receives changes from every node as server-sent events, whichever node it is connected to. */
import { get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildNode, type TestNode } from './build.ts';
import { type Market, openMarket } from './market.ts';
import { waitFor } from './wait-for.ts';

let market: Market;
let other: TestNode;

beforeAll(async () => {
  market = await openMarket({});
  other = await buildNode({ databaseUrl: market.node.databaseUrl, isListening: true });
});
afterAll(async () => {
  await other.close();
  await market.close();
});

interface Stream {
  response: IncomingMessage;
  views: { status: string; amount: number }[];
  isEnded: boolean;
}

/** Opens the stream of a payment on one node and keeps every view that it sends. */
async function listen(node: TestNode, publicId: string): Promise<Stream> {
  const { port } = node.app.server.address() as AddressInfo;
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get({ port, host: '127.0.0.1', path: `/checkout/payment/${publicId}/events` }, resolve).on('error', reject);
  });
  const stream: Stream = { response, views: [], isEnded: false };
  let text = '';
  response.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
    const events = text.split('\n\n');
    text = events.pop() as string;
    for (const event of events) {
      const data = event.split('\n').find((line) => line.startsWith('data: '));
      if (data) stream.views.push(JSON.parse(data.slice(6)));
    }
  });
  response.on('close', () => {
    stream.isEnded = true;
  });
  return stream;
}

describe('GET /checkout/payment/{id}/events', () => {
  it('tells what is true now, and at once what another node learns', async () => {
    const bought = await market.buyPix();
    const stream = await listen(other, bought.publicId);
    await waitFor('the first view', () => stream.views.length === 1);
    expect(stream.response.headers['content-type']).toBe('text/event-stream');

    await (await market.host()).simulator.pay(bought.transactionId as string);
    await waitFor('the bank to write', () => market.letters.length > 0);
    for (const letter of market.letters.splice(0)) await market.deliver(letter);

    await waitFor('the payment to be told', () => stream.views.at(-1)?.status === 'APPROVED');
    expect(stream.views.map(({ status }) => status)).toEqual(['PENDING', 'APPROVED']);
    stream.response.destroy();
  });

  it('ends after a moment without announcements, in which it may have missed some', async () => {
    const stream = await listen(other, (await market.buyPix()).publicId);
    await waitFor('the first view', () => stream.views.length === 1);

    await market.inspector.rows(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'feira_listen' AND datname = current_database()`,
    );

    await waitFor('the stream to end', () => stream.isEnded);
  });

  it('refuses ids that name no payment', async () => {
    for (const id of ['AAAAAAAAAAAAAAAAAAAAAA', 'not-an-id']) {
      const answer = await market.node.app.inject(`/checkout/payment/${id}/events`);
      expect(answer.json().code).toBe('PAYMENT_NOT_FOUND');
    }
  });

  it('ends when its node stops, so that the page connects to another', async () => {
    const leaving = await buildNode({ databaseUrl: market.node.databaseUrl, isListening: true });
    const stream = await listen(leaving, (await market.buyPix()).publicId);
    await waitFor('the first view', () => stream.views.length === 1);

    await leaving.close();

    await waitFor('the stream to end', () => stream.isEnded);
  });
});
