/**
 * Measures what a process of its own costs an installed adapter: the same adapter, the same calls, in turns in this
 * process and beyond the boundary. The provider answers at once and from memory, so that only the way there is measured.
 */
import path from 'node:path';
import type { Http, ProviderContext, ProviderModule } from '@feira/plugin-kit';
import { checkedProvider, createSecretCrypto } from '@feira/plugin-kit/broker';
import { createIsolatedModule } from '@feira/plugin-kit/isolation';
import type { TransactionRequest } from '@feira/schemas/provider';
import { loadAdapter, loadPackage } from '../src/provider/conformance/load-package.ts';
import { median, percentile } from './measurement.ts';
import { type Row, toRow } from './report.ts';

const DIRECTORY = path.resolve(import.meta.dirname, '../../plugins/sandbox');
const ROUNDS = 5;
const CALLS = 2_000;
const WARM_UP_CALLS = 500;
const AT_ONCE = [1, 16];
const GOAL_MS = 2;

const CHARGE = {
  id: 'chg_1',
  reference: 'attempt-1',
  method: 'pix',
  status: 'waiting',
  amount: 12_345,
  paid_amount: 0,
  refunded_amount: 0,
  payments: [],
  reason: null,
  pix: { code: '00020126sandbox' },
  boleto: null,
  card: null,
  expires_at: '2034-01-31T12:00:00.000Z',
};
const PURCHASE: TransactionRequest = {
  reference: 'attempt-1',
  orderId: 'order-1',
  amount: 12_345,
  currency: 'BRL',
  paymentMethod: 'PIX',
  customer: { name: 'Maria da Silva', email: 'maria@example.com' },
  items: [{ id: 'offer-1', title: 'Curso de violão', unitPrice: 12_345, quantity: 1, tangible: false }],
  description: 'Curso de violão',
  installments: 1,
  webhookUrl: 'https://pay.example.com/webhooks/1',
  expiresAt: '2034-01-31T12:00:00.000Z',
};
const BODY = { id: 'evt_1', type: 'charge.paid', data: { ...CHARGE, status: 'paid', paid_amount: 12_345 } };
const EVENT = { headers: {}, query: {}, body: BODY, rawBody: JSON.stringify(BODY) };

type Work = () => Promise<unknown>;
interface Operation {
  name: string;
  here: Work;
  apart: Work;
}

export async function measureIsolation(): Promise<Row[]> {
  const { manifest, entry } = await loadPackage(DIRECTORY);
  const module = await loadAdapter(DIRECTORY);
  const log = { info: () => undefined, warn: () => undefined };
  const isolated = createIsolatedModule({ manifest, directory: DIRECTORY, entry, log });
  const open = (from: ProviderModule) => checkedProvider(from.createProvider(toContext(log)), manifest);
  const [here, apart] = [open(module), open(isolated)];
  const operations: Operation[] = [
    // A question of the core and one of the adapter's: two ways through the boundary and back.
    {
      name: 'createTransaction',
      here: () => here.createTransaction(PURCHASE),
      apart: () => apart.createTransaction(PURCHASE),
    },
    { name: 'processWebhook', here: () => here.processWebhook(EVENT), apart: () => apart.processWebhook(EVENT) },
  ];
  try {
    const rows: Row[] = [];
    for (const operation of operations) for (const atOnce of AT_ONCE) rows.push(...(await compare(operation, atOnce)));
    return rows;
  } finally {
    isolated.close();
  }
}

function toContext(log: ProviderContext['log']): ProviderContext {
  const http = { request: async () => ({ status: 201, headers: {}, body: CHARGE }) } as unknown as Http;
  return {
    http,
    settings: {},
    crypto: createSecretCrypto({ secrets: new Map() }),
    clock: { now: () => new Date(0) },
    log,
  };
}

async function compare({ name, here, apart }: Operation, atOnce: number): Promise<Row[]> {
  for (const work of [here, apart]) await time(work, atOnce, WARM_UP_CALLS);
  const rounds: { here: number[]; apart: number[] }[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    rounds.push({ here: await time(here, atOnce, CALLS), apart: await time(apart, atOnce, CALLS) });
  }
  const of = (side: 'here' | 'apart', fraction: number) =>
    median(rounds.map((round) => percentile(round[side], fraction)));
  const prefix = `adapter, ${name}, ${atOnce} at once:`;
  return [
    ...toRow(`${prefix} p50`, of('apart', 0.5), 'ms', of('here', 0.5)),
    ...toRow(`${prefix} p99`, of('apart', 0.99), 'ms', of('here', 0.99)),
    ...toRow(`${prefix} p99 of the boundary`, of('apart', 0.99) - of('here', 0.99), 'ms'),
  ];
}

/** Returns the duration of each call in ms, with `atOnce` calls under way at any time. */
async function time(work: Work, atOnce: number, calls: number): Promise<number[]> {
  const times: number[] = [];
  let begun = 0;
  const next = async () => {
    while (begun < calls) {
      begun += 1;
      const started = performance.now();
      await work();
      times.push(performance.now() - started);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, next));
  return times;
}

/** The goal is for calls as they come; with many at once they also wait for each other. */
export function describeIsolation(rows: readonly Row[]): string[] {
  return rows
    .filter(({ name }) => name.endsWith('1 at once: p99 of the boundary'))
    .map(({ name, value }) => `${name}: ${value.toFixed(2)} ms a call (goal under ${GOAL_MS} ms)`);
}
