/**
 * Measures how long a purchase takes while one address signs in over 1,500 connections with a wrong password, beside the same purchases
 * without it, in one run. The buyers come from another address of this machine.
 */
import { Agent, request } from 'node:http';
import autocannon from 'autocannon';
import type { BenchDatabase } from './bench-database.ts';
import type { BenchRequest } from './load.ts';
import { openMarket } from './market.ts';
import { percentile } from './measurement.ts';
import { requestPurchase } from './purchases.ts';
import { type Row, toRow } from './report.ts';

export const FLOOD = 'purchases beside 1,500 connections that sign in: p50';
export const FLOOD_GOAL_MS = 50;

const CONNECTIONS = 1_500;
const BUYERS = 4;
/** Linux answers at every address of the loopback network. */
const BUYERS_ADDRESS = '127.0.0.2';

export async function measureFlood(database: BenchDatabase, seconds: number, profile: string | null): Promise<Row[]> {
  const { node, world } = await openMarket(database, 'flood', profile, async () => undefined, { LIMIT_FACTOR: '1' });
  try {
    const nextRequest = () => requestPurchase(world);
    await buyFor(node.url, nextRequest, seconds);
    const calm = await buyFor(node.url, nextRequest, seconds);
    const flood = autocannon({
      url: `${node.url}/api/session.signIn`,
      connections: CONNECTIONS,
      // Not in this process, whose time is the buyers'.
      workers: 1,
      duration: seconds + 3,
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'victim@example.com', password: 'wrong password' }),
    });
    // The first second opens the connections and uses up what is free.
    await buyFor(node.url, nextRequest, 1);
    const flooded = await buyFor(node.url, nextRequest, seconds);
    const { errors, non2xx } = await flood;
    console.log(`The flood: ${non2xx} sign-ins were refused, ${errors} connections were closed.`);
    return [
      ...toRow(FLOOD, percentile(flooded, 0.5), 'ms', percentile(calm, 0.5)),
      ...toRow(FLOOD.replace('p50', 'p95'), percentile(flooded, 0.95), 'ms', percentile(calm, 0.95)),
    ];
  } finally {
    await node.stop();
  }
}

/** Returns how long each purchase took, in ms. Throws when one failed. */
export async function buyFor(
  url: string,
  nextRequest: () => BenchRequest | Promise<BenchRequest>,
  seconds: number,
): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, localAddress: BUYERS_ADDRESS, maxSockets: BUYERS });
  const end = performance.now() + seconds * 1000;
  const latenciesMs: number[] = [];
  const buy = async () => {
    while (performance.now() < end) {
      const next = await nextRequest();
      const startedAt = performance.now();
      const status = await send(url, agent, next);
      if (status !== 200) throw new Error(`A purchase was answered ${status}.`);
      latenciesMs.push(performance.now() - startedAt);
    }
  };
  await Promise.all(Array.from({ length: BUYERS }, buy));
  agent.destroy();
  return latenciesMs;
}

const send = (url: string, agent: Agent, { path, method, headers, body }: BenchRequest) =>
  new Promise<number>((resolve, reject) => {
    const sent = request(url + path, { method, headers, agent }, (answer) => {
      answer.resume().once('end', () => resolve(answer.statusCode ?? 0));
    });
    sent.once('error', reject).end(body);
  });
