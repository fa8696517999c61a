/**
 * Serves as the comparison for checkout.purchase and the webhook door: it does the least for the same request and still
 * keeps it. Fastify, one pool, a validated body, prepared statements, one durable transaction. No provider, no idempotency,
 * no tenants, no evidence.
 */
import { randomUUID } from 'node:crypto';
import { purchase } from '@feira/schemas/procedures/checkout';
import fastify from 'fastify';
import pg from 'pg';

const SCHEMA = `
  CREATE TABLE purchase_order (
    id uuid PRIMARY KEY, client_key text NOT NULL, buyer_name text NOT NULL, buyer_email text NOT NULL, document text, phone text,
    total bigint NOT NULL, utm_query jsonb NOT NULL, created_at timestamptz NOT NULL DEFAULT now());
  CREATE TABLE order_item (
    order_id uuid NOT NULL REFERENCES purchase_order, position smallint NOT NULL, offer_id uuid NOT NULL, price bigint NOT NULL,
    PRIMARY KEY (order_id, position));
  CREATE TABLE payment (
    id uuid PRIMARY KEY, order_id uuid NOT NULL REFERENCES purchase_order, method text NOT NULL, amount bigint NOT NULL,
    status text NOT NULL, created_at timestamptz NOT NULL DEFAULT now());
  CREATE TABLE outbox (id uuid PRIMARY KEY, type text NOT NULL, payload jsonb NOT NULL, created_at timestamptz NOT NULL DEFAULT now());
  CREATE TABLE webhook (id uuid PRIMARY KEY, headers jsonb NOT NULL, body bytea NOT NULL, received_at timestamptz NOT NULL DEFAULT now());`;

const PRICES = { offer: 9_990, bump: 1_990 };

interface PurchaseBody {
  offerId: string;
  name: string;
  email: string;
  cpf?: string;
  phone?: string;
  paymentMethod: string;
  orderBumpsIds?: string[];
  utmQuery?: Record<string, string>;
}

const pool = new pg.Pool({
  connectionString: process.env.DATABASE_URL,
  max: Number(process.env.DATABASE_POOL_SIZE),
});
pool.on('error', (error) => console.error(error.message));
await pool.query(SCHEMA);
// The node cleans texts by this keyword before it validates them; the least that keeps a purchase does not.
const app = fastify({ logger: false, ajv: { customOptions: { keywords: ['x-clean'] } } });

async function placeOrder(body: PurchaseBody, clientKey: string) {
  const order = { id: randomUUID(), total: PRICES.offer + (body.orderBumpsIds?.length ?? 0) * PRICES.bump };
  const payment = { id: randomUUID(), method: body.paymentMethod, amount: order.total, status: 'PENDING' };
  const items = [
    { offerId: body.offerId, price: PRICES.offer },
    ...(body.orderBumpsIds ?? []).map((offerId) => ({ offerId, price: PRICES.bump })),
  ];
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    await client.query({
      name: 'order',
      text: `INSERT INTO purchase_order (id, client_key, buyer_name, buyer_email, document, phone, total, utm_query)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
      values: [order.id, clientKey, body.name, body.email, body.cpf, body.phone, order.total, body.utmQuery ?? {}],
    });
    await client.query({
      name: `items-${items.length}`,
      text: `INSERT INTO order_item (order_id, position, offer_id, price)
        VALUES ${items.map((_, index) => `($1, ${index}, $${index * 2 + 2}, $${index * 2 + 3})`).join(', ')}`,
      values: [order.id, ...items.flatMap(({ offerId, price }) => [offerId, price])],
    });
    await client.query({
      name: 'payment',
      text: 'INSERT INTO payment (id, order_id, method, amount, status) VALUES ($1, $2, $3, $4, $5)',
      values: [payment.id, order.id, payment.method, payment.amount, payment.status],
    });
    await client.query({
      name: 'outbox',
      text: 'INSERT INTO outbox (id, type, payload) VALUES ($1, $2, $3)',
      values: [randomUUID(), 'order.placed', { orderId: order.id, paymentId: payment.id }],
    });
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  } finally {
    client.release();
  }
  return { paymentId: payment.id, method: payment.method, status: payment.status, amount: payment.amount };
}

app.post<{ Body: PurchaseBody }>('/api/checkout.purchase', { schema: { body: purchase.input } }, (request) =>
  placeOrder(request.body, String(request.headers['idempotency-key'])),
);

await app.register(async (raw) => {
  raw.removeAllContentTypeParsers();
  raw.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  raw.post('/webhooks/*', async (request) => {
    await pool.query({
      name: 'webhook',
      text: 'INSERT INTO webhook (id, headers, body) VALUES ($1, $2, $3)',
      values: [randomUUID(), request.headers, request.body],
    });
    return { received: true };
  });
});

app.get('/health/ready', async () => ({ status: 'ok' }));

process.on('SIGTERM', async () => {
  await app.close();
  await pool.end();
  process.exit(0);
});
await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' });
