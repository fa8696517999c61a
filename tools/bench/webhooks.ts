/** A provider telling of paid charges: signed events for payments picked at random. */
import { createHmac, randomUUID } from 'node:crypto';
import { type Contestant, countReadRows } from './contest.ts';
import type { BenchRequest } from './load.ts';
import type { Market, Reference } from './market.ts';
import { createRandom } from './measurement.ts';
import { expectRows } from './purchases.ts';
import { waitForNone } from './settle.ts';

interface Charge {
  id: string;
  reference: string;
  amount: number;
  code: string;
  expiresAt: Date;
  createdAt: Date;
}

const MOST_PAYMENTS = 50_000;

export async function createEvents(market: Market, seed: number): Promise<Contestant> {
  return {
    server: market.node,
    nextRequest: await tellOfPayments(market, seed),
    settle: () => waitForNone(market.client, UNPROCESSED),
    verify: (ids) => expectRows(market.client, PROCESSED_EVENTS, ids),
    countReadRows: () => countReadRows(market.client),
  };
}

/** The same events at the least that keeps them. */
export async function createReferenceEvents({ client, server }: Reference, market: Market, seed: number) {
  const contestant: Contestant = {
    server,
    nextRequest: await tellOfPayments(market, seed),
    settle: async () => 0,
    verify: (ids) => expectRows(client, STORED_EVENTS, ids),
    countReadRows: () => countReadRows(client),
  };
  return contestant;
}

async function tellOfPayments(market: Market, seed: number): Promise<() => BenchRequest> {
  const { rows: charges } = await market.client.query<Charge>(
    `SELECT a.transaction_id AS id, a.id AS reference, p.amount, p.pix_code AS code, p.expires_at AS "expiresAt", p.created_at AS "createdAt"
     FROM payment p JOIN payment_attempt a ON a.platform_id = p.platform_id AND a.payment_id = p.id
     WHERE a.transaction_id IS NOT NULL ORDER BY p.id LIMIT $1`,
    [MOST_PAYMENTS],
  );
  const random = createRandom(seed);
  return () => {
    const id = randomUUID();
    const body = JSON.stringify(toPaidEvent(id, charges[Math.floor(random() * charges.length)]!));
    const signature = createHmac('sha256', market.webhookSecret).update(body).digest('hex');
    return {
      id,
      method: 'POST',
      path: market.webhookPath,
      headers: { 'content-type': 'application/json', 'x-sandbox-signature': `sha256=${signature}` },
      body,
    };
  };
}

/** As the sandbox words it. */
const toPaidEvent = (id: string, charge: Charge) => ({
  id: `evt_${id}`,
  type: 'charge.paid',
  created_at: new Date().toISOString(),
  data: {
    id: charge.id,
    reference: charge.reference,
    method: 'pix',
    status: 'paid',
    amount: Number(charge.amount),
    paid_amount: Number(charge.amount),
    refunded_amount: 0,
    payments: [{ id: `E${charge.reference}`, amount: Number(charge.amount), paid_at: charge.createdAt.toISOString() }],
    reason: null,
    installments: 1,
    pix: { code: charge.code },
    boleto: null,
    card: null,
    expires_at: charge.expiresAt.toISOString(),
    created_at: charge.createdAt.toISOString(),
  },
});

const UNPROCESSED = 'SELECT FROM webhook WHERE next_attempt_at IS NOT NULL';

const eventId = `replace(convert_from(body, 'UTF8')::jsonb->>'id', 'evt_', '')`;
const PROCESSED_EVENTS = `
  SELECT count(*) FILTER (WHERE w.state = 'PROCESSED') AS "processed event", count(*) FILTER (WHERE p.status = 'APPROVED') AS "approved payment"
  FROM webhook w LEFT JOIN payment p ON p.platform_id = w.platform_id AND p.id = w.payment_id
  WHERE ${eventId} = ANY($1)`;
const STORED_EVENTS = `SELECT count(*) AS "stored event" FROM webhook WHERE ${eventId} = ANY($1)`;
