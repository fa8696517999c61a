/** Makes buyers pay by PIX through the sandbox, each with one extra item and a key of their own. */
import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import type { World } from '../../core/test/world.ts';
import { type Contestant, countReadRows } from './contest.ts';
import type { BenchRequest } from './load.ts';
import { CPF, type Market, type Reference } from './market.ts';
import { waitForNone } from './settle.ts';

export function createBuyers(market: Market): Contestant {
  return {
    server: market.node,
    nextRequest: () => requestPurchase(market.world),
    settle: () => waitForNone(market.client, UNFINISHED_PURCHASES),
    verify: (keys) => expectRows(market.client, PURCHASE_ROWS, keys),
    countReadRows: () => countReadRows(market.client),
  };
}

/** The same purchases at the least that keeps them. */
export function createReferenceBuyers({ client, server }: Reference, { world }: Market): Contestant {
  return {
    server,
    nextRequest: () => requestPurchase(world),
    settle: async () => 0,
    verify: (keys) => expectRows(client, REFERENCE_ROWS, keys),
    countReadRows: () => countReadRows(client),
  };
}

export function requestPurchase({ offerId, bumpId }: World): BenchRequest {
  const id = randomUUID();
  const body = JSON.stringify({
    offerId,
    name: 'Joana Compradora',
    email: 'joana@example.com',
    cpf: CPF,
    phone: '11987654321',
    paymentMethod: 'PIX',
    orderBumpsIds: [bumpId],
    expectedTotal: 11_980,
    utmQuery: { utm_source: 'newsletter', utm_medium: 'email', utm_campaign: 'natal' },
  });
  return {
    id,
    method: 'POST',
    path: '/api/checkout.purchase',
    headers: { 'content-type': 'application/json', 'idempotency-key': id },
    body,
  };
}

const UNFINISHED_PURCHASES = `
  SELECT FROM outbox WHERE published_at IS NULL UNION ALL SELECT FROM idempotency_key WHERE response_status IS NULL`;

const PURCHASE_ROWS = `
  SELECT count(*) FILTER (WHERE k.response_status = 200) AS answer,
    count(s.id) AS sale,
    count(p.id) FILTER (WHERE p.amount = 11980 AND p.pix_code IS NOT NULL) AS payment,
    count(*) FILTER (WHERE (SELECT count(*) FROM payment_evidence e WHERE e.platform_id = p.platform_id AND e.payment_id = p.id) = 1) AS evidence,
    count(*) FILTER (WHERE (SELECT count(*) FROM sale_item i WHERE i.platform_id = s.platform_id AND i.sale_id = s.id) = 2) AS "two items",
    count(*) FILTER (WHERE EXISTS (SELECT 1 FROM outbox o WHERE o.platform_id = p.platform_id AND o.payment_id = p.id)) AS event
  FROM idempotency_key k
  LEFT JOIN payment p ON p.platform_id = k.platform_id AND p.id = k.payment_id
  LEFT JOIN sale s ON s.platform_id = p.platform_id AND s.id = p.sale_id
  WHERE k.key = ANY($1)`;

const REFERENCE_ROWS = `
  SELECT count(*) AS "order",
    count(p.id) FILTER (WHERE p.amount = 11980) AS payment,
    count(*) FILTER (WHERE (SELECT count(*) FROM order_item i WHERE i.order_id = o.id) = 2) AS "two items",
    count(*) FILTER (WHERE o.id::text IN (SELECT payload->>'orderId' FROM outbox)) AS event
  FROM purchase_order o LEFT JOIN payment p ON p.order_id = o.id
  WHERE o.client_key = ANY($1)`;

/** Every count of the query must be the number of acknowledged requests. */
export async function expectRows(client: pg.Client, query: string, acknowledged: string[]): Promise<void> {
  const { rows } = await client.query<Record<string, string>>(query, [acknowledged]);
  const wrong = Object.entries(rows[0]!).filter(([, count]) => Number(count) !== acknowledged.length);
  if (wrong.length === 0) return;
  const found = wrong.map(([name, count]) => `${count} with "${name}"`).join(', ');
  throw new Error(`${acknowledged.length} requests were acknowledged, but the database has ${found}.`);
}
