/** Sends signed events as a provider does about paid charges, each of which moves a payment of its own. */
import { createHmac, randomUUID } from 'node:crypto';
import { type Contestant, countReadRows } from './contest.ts';
import { copyPayments } from './copy-payments.ts';
import type { BenchRequest } from './load.ts';
import type { Market, Reference } from './market.ts';
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

/** `count` events of as many payments. */
export async function createEvents(market: Market, count: number): Promise<Contestant> {
  const charges = (await listCharges(market, count)).values();
  return {
    server: market.node,
    nextRequest() {
      const { value } = charges.next();
      if (!value) throw new Error(`There are more than ${count} events: the bench has to copy more payments.`);
      return toRequest(market, value);
    },
    settle: () => waitForNone(market.client, UNPROCESSED),
    verify: (ids) => expectRows(market.client, PROCESSED_EVENTS, ids),
    countReadRows: () => countReadRows(market.client),
  };
}

/** Such events at the least that keeps them. */
export async function createReferenceEvents({ client, server }: Reference, market: Market) {
  const [charge] = await listCharges(market, 1);
  const contestant: Contestant = {
    server,
    nextRequest: () => toRequest(market, charge as Charge),
    settle: async () => 0,
    verify: (ids) => expectRows(client, STORED_EVENTS, ids),
    countReadRows: () => countReadRows(client),
  };
  return contestant;
}

async function listCharges({ client }: Market, count: number): Promise<Charge[]> {
  const { rows } = await client.query<Charge>(
    `SELECT a.transaction_id AS id, a.id AS reference, p.amount, p.pix_code AS code, p.expires_at AS "expiresAt", p.created_at AS "createdAt"
     FROM payment p JOIN payment_attempt a ON a.payment_id = p.id WHERE p.id = ANY($1)`,
    [await copyPayments(client, count)],
  );
  return rows;
}

function toRequest({ webhookPath, webhookSecret }: Market, charge: Charge): BenchRequest {
  const id = randomUUID();
  const body = JSON.stringify(toPaidEvent(id, charge));
  const signature = createHmac('sha256', webhookSecret).update(body).digest('hex');
  return {
    id,
    method: 'POST',
    path: webhookPath,
    headers: { 'content-type': 'application/json', 'x-sandbox-signature': `sha256=${signature}` },
    body,
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
  SELECT count(*) FILTER (WHERE w.state = 'PROCESSED') AS "processed event", count(*) FILTER (WHERE p.status = 'APPROVED') AS "approved payment",
    count(*) FILTER (WHERE EXISTS (SELECT 1 FROM ledger_transaction t WHERE t.payment_id = w.payment_id AND t.kind = 'SALE')) AS posting
  FROM webhook w LEFT JOIN payment p ON p.platform_id = w.platform_id AND p.id = w.payment_id
  WHERE ${eventId} = ANY($1)`;
const STORED_EVENTS = `SELECT count(*) AS "stored event" FROM webhook WHERE ${eventId} = ANY($1)`;
