/**
 * Measures how long other sellers' purchases take while the accounts of one seller are locked and that seller's buyers wait, beside the
 * same purchases without it, in one run. All pay by card, which is posted to accounts at once.
 */
import { randomUUID } from 'node:crypto';
import type { World } from '../../core/test/world.ts';
import type { BenchDatabase } from './bench-database.ts';
import { buyFor } from './flood.ts';
import type { BenchRequest } from './load.ts';
import { type Market, openMarket } from './market.ts';
import { percentile } from './measurement.ts';
import { requestPurchase } from './purchases.ts';
import { type Row, toRow } from './report.ts';

export const LOCKED = "purchases beside another seller's locked accounts: p50";
export const LOCKED_GOAL_MS = 100;

const WAITING_BUYERS = 8;
const CARD = { number: '4111111111111111', holder_name: 'JOANA COMPRADORA', exp_month: 12, exp_year: 2034, cvv: '123' };

export async function measureLocked(database: BenchDatabase, seconds: number, profile: string | null): Promise<Row[]> {
  const market = await openMarket(database, 'locked', profile, async () => undefined, {
    // That seller's buyers are answered 503 after a while.
    LOG_LEVEL: 'silent',
  });
  const { client, node, world } = market;
  try {
    const free = await addSeller(market);
    const { rows } = await client.query<{ id: string }>('SELECT id FROM provider_connection');
    const pay = (seller: World) => () => requestCardPurchase(node.url, rows[0]!.id, seller);
    // A simulator starts with the first use of its connection, an account is made by its first sale.
    await fetch(`${node.url}/api/checkout.getCheckout?checkoutId=${world.offerId}`).then((answer) =>
      answer.body?.cancel(),
    );
    for (const seller of [world, free]) await buyFor(node.url, pay(seller), 1);
    const calm = await buyFor(node.url, pay(free), seconds);

    await client.query('BEGIN');
    const { rowCount } = await client.query('SELECT FROM ledger_account WHERE owner_id = $1 FOR UPDATE', [
      world.sellerId,
    ]);
    if (!rowCount) throw new Error('The seller has no accounts to lock.');
    let isOver = false;
    const waiting = Array.from({ length: WAITING_BUYERS }, async () => {
      while (!isOver) await sendPurchase(node.url, await pay(world)());
    });
    const locked = await buyFor(node.url, pay(free), seconds);
    isOver = true;
    await client.query('ROLLBACK');
    await Promise.all(waiting);
    return [
      ...toRow(LOCKED, percentile(locked, 0.5), 'ms', percentile(calm, 0.5)),
      ...toRow(LOCKED.replace('p50', 'p95'), percentile(locked, 0.95), 'ms', percentile(calm, 0.95)),
    ];
  } finally {
    await node.stop();
  }
}

async function addSeller({ client, world }: Market): Promise<World> {
  const free = { ...world, sellerId: randomUUID(), productId: randomUUID(), offerId: randomUUID() };
  const insert = (text: string, ...values: string[]) => client.query(text, [world.platformId, ...values]);
  await insert(
    `INSERT INTO person (platform_id, id, name, email) VALUES ($1, $2, 'Ana Vendedora', 'ana@example.com')`,
    free.sellerId,
  );
  await insert(
    `INSERT INTO product (platform_id, id, seller_id, name, type_product) VALUES ($1, $2, $3, 'Curso de Bolo', 'DIGITAL')`,
    free.productId,
    free.sellerId,
  );
  await insert(
    `INSERT INTO offer (platform_id, id, product_id, title, price) VALUES ($1, $2, $3, 'Curso de Bolo', 9990)`,
    free.offerId,
    free.productId,
  );
  return free;
}

async function requestCardPurchase(url: string, connectionId: string, world: World): Promise<BenchRequest> {
  const answer = await fetch(`${url}/simulators/${connectionId}/tokens`, {
    method: 'POST',
    headers: { authorization: 'Bearer pk_test_0123456789', 'content-type': 'application/json' },
    body: JSON.stringify({ card: CARD }),
  });
  if (!answer.ok) throw new Error(`A card was answered ${answer.status}: ${await answer.text()}`);
  const { id } = (await answer.json()) as { id: string };
  const { orderBumpsIds: _, expectedTotal: __, ...pix } = JSON.parse(requestPurchase(world).body);
  const key = randomUUID();
  const creditCard = { token: id, installments: 1 };
  return {
    id: key,
    method: 'POST',
    path: '/api/checkout.purchase',
    headers: { 'content-type': 'application/json', 'idempotency-key': key },
    body: JSON.stringify({ ...pix, paymentMethod: 'CREDIT_CARD', creditCard }),
  };
}

/** That seller's buyers get an answer only once the lock is gone, or 503. */
async function sendPurchase(url: string, { path, method, headers, body }: BenchRequest): Promise<void> {
  const answer = await fetch(url + path, { method, headers, body });
  await answer.body?.cancel();
}
